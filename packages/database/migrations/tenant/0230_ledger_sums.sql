-- Sums of the books: where an account stood at any quarter of an hour is a few hundred rows, however many entries there are.
-- The entries stay the truth. The sums follow them in slices, apart from purchases, so that no purchase waits for another's
-- row; what they do not hold yet is listed, and readers add it.
--
-- read-only: ledger_sums, ledger_unsummed, ledger_moves

-- What moved an account. `about_id`: of a provider's account each account on the other side, of every other the account itself.
create view :schema.ledger_moves as
  select e.transaction_id, t.at, t.kind, e.account_id, e.account_id as about_id, e.amount_minor
  from :schema.ledger_entries e join :schema.ledger_transactions t on t.id = e.transaction_id
    join :schema.ledger_accounts a on a.id = e.account_id and a.kind <> 'provider_clearing'
  union all
  select c.transaction_id, t.at, t.kind, c.account_id, e.account_id, -e.amount_minor
  from :schema.ledger_entries c join :schema.ledger_transactions t on t.id = c.transaction_id
    join :schema.ledger_accounts a on a.id = c.account_id and a.kind = 'provider_clearing'
    join :schema.ledger_entries e on e.transaction_id = c.transaction_id and e.account_id <> c.account_id and e.currency = c.currency;

-- In UTC, so that they hold whatever the site's zone is: every zone's midnight is at a quarter of an hour.
create table :schema.ledger_sums (
  account_id uuid not null references :schema.ledger_accounts (id),
  span text not null check (span in ('month', 'day', 'quarter_hour')),
  starts_at timestamptz not null,
  kind text not null,
  about_id uuid not null references :schema.ledger_accounts (id),
  amount_minor bigint not null,
  entry_count bigint not null check (entry_count > 0),
  constraint one_sum_a_span primary key (account_id, span, starts_at, kind, about_id)
) with (fillfactor = 80);

-- Transactions that the sums do not hold yet.
create table :schema.ledger_unsummed (
  transaction_id uuid primary key references :schema.ledger_transactions (id)
);

create index ledger_transactions_by_kind on :schema.ledger_transactions (kind, at, id);

-- As the schema's owner, as all that follows: the tenant's role cannot write the rows.
create function :schema.list_unsummed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into :schema.ledger_unsummed (transaction_id) select id from written;
    return null;
  end $$;
create trigger list_unsummed after insert on :schema.ledger_transactions
  referencing new table as written for each statement execute function :schema.list_unsummed();

-- Adds so many listed transactions to the sums. One at a time; a transaction that is still open is not listed yet, and comes
-- with a later slice. Returns how many it added.
create function :schema.sum_ledger(most integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    taken uuid[];
  begin
    if not exists (select from :schema.ledger_unsummed) then
      return 0;
    end if;
    lock table :schema.ledger_sums in share row exclusive mode;
    with gone as (
      delete from :schema.ledger_unsummed
      where transaction_id in (select transaction_id from :schema.ledger_unsummed limit most) returning transaction_id
    )
    select array_agg(transaction_id) into taken from gone;
    insert into :schema.ledger_sums as s (account_id, span, starts_at, kind, about_id, amount_minor, entry_count)
    select m.account_id, p.span, p.starts_at, m.kind, m.about_id, sum(m.amount_minor), count(*)
    from :schema.ledger_moves m cross join lateral (values
      ('month', date_trunc('month', m.at, 'UTC')),
      ('day', date_trunc('day', m.at, 'UTC')),
      ('quarter_hour', date_bin('15 minutes', m.at, timestamptz '2000-01-01 00:00:00+00'))) p (span, starts_at)
    where m.transaction_id = any (taken) group by 1, 2, 3, 4, 5
    on conflict on constraint one_sum_a_span do update
      set amount_minor = s.amount_minor + excluded.amount_minor, entry_count = s.entry_count + excluded.entry_count;
    return coalesce(cardinality(taken), 0);
  end $$;

-- All sums from the entries, for the owner alone, when they are found wrong.
create function :schema.resum_ledger() returns void
  language plpgsql set search_path = ''
  as $$
  begin
    lock table :schema.ledger_sums in share row exclusive mode;
    delete from :schema.ledger_sums;
    -- One statement, so of one moment: what is committed after it is still listed.
    with gone as (delete from :schema.ledger_unsummed)
    insert into :schema.ledger_sums (account_id, span, starts_at, kind, about_id, amount_minor, entry_count)
    select account_id, 'quarter_hour', date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00'), kind, about_id,
      sum(amount_minor), count(*)
    from :schema.ledger_moves group by 1, 2, 3, 4, 5 order by 1, 2, 3;
    insert into :schema.ledger_sums (account_id, span, starts_at, kind, about_id, amount_minor, entry_count)
    select account_id, 'day', date_trunc('day', starts_at, 'UTC'), kind, about_id, sum(amount_minor), sum(entry_count)
    from :schema.ledger_sums where span = 'quarter_hour' group by 1, 2, 3, 4, 5;
    insert into :schema.ledger_sums (account_id, span, starts_at, kind, about_id, amount_minor, entry_count)
    select account_id, 'month', date_trunc('month', starts_at, 'UTC'), kind, about_id, sum(amount_minor), sum(entry_count)
    from :schema.ledger_sums where span = 'day' group by 1, 2, 3, 4, 5;
  end $$;
revoke execute on function :schema.resum_ledger() from public;

-- What was booked before is summed by the same job as what comes, so that no purchase waits for it; until then readers add it.
insert into :schema.ledger_unsummed (transaction_id) select id from :schema.ledger_transactions;
