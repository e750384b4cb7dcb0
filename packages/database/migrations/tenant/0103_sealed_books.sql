-- The books of a day are sealed when it is over: each transaction by a digest of its own, all of them by one that goes on
-- from the day before. Whoever rewrites a row later has to rewrite every seal since, and the heads that are kept elsewhere.
--
-- append-only: ledger_seals, ledger_sealed

-- What was booked before this was recorded, as far as the database can tell, now.
alter table :schema.ledger_transactions add column recorded_at timestamptz not null default now();
alter table :schema.ledger_transactions alter column recorded_at set default clock_timestamp();
create index ledger_transactions_by_record on :schema.ledger_transactions (recorded_at);

-- The database's own time, whatever is asked for.
create function :schema.record_transaction() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.recorded_at := clock_timestamp();
    return new;
  end $$;
create trigger record_transaction before insert on :schema.ledger_transactions
  for each row execute function :schema.record_transaction();

create table :schema.ledger_seals (
  -- From 1, without gaps.
  number integer primary key check (number > 0),
  -- The last day that it closes, on the site's calendar.
  day date not null,
  transaction_count integer not null check (transaction_count >= 0),
  -- SHA-256 over the head before it and everything that it seals.
  head bytea not null check (length(head) = 32),
  sealed_at timestamptz not null default clock_timestamp(),
  constraint one_seal_a_day unique (day)
);

create table :schema.ledger_sealed (
  transaction_id uuid primary key references :schema.ledger_transactions (id),
  seal_number integer not null references :schema.ledger_seals (number) deferrable initially deferred,
  digest bytea not null check (length(digest) = 32)
);
create index sealed_by_number on :schema.ledger_sealed (seal_number, transaction_id);
