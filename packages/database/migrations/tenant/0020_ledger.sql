-- The books: double entry, added to and never changed. A correction is a reversal.
--
-- append-only: ledger_accounts, ledger_transactions, ledger_entries

create table :schema.ledger_accounts (
  id uuid primary key,
  kind text not null check (kind in (
    'provider_clearing', 'membership_revenue', 'post_revenue', 'unapplied_receipts', 'chargeback_fees')),
  -- Which provider's clearing account; empty for accounts of which there is one.
  detail text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  constraint one_account_a_purpose unique (kind, detail, currency)
);

create table :schema.ledger_transactions (
  id uuid primary key,
  kind text not null check (kind in ('sale', 'unapplied', 'refund', 'chargeback')),
  -- What made it: an attempt to pay, a refund or a chargeback.
  cause_type text not null check (cause_type in ('attempt', 'reversal')),
  cause_id uuid not null,
  reverses_id uuid references :schema.ledger_transactions (id),
  user_id uuid not null references :schema.users (id),
  entry_count integer not null check (entry_count >= 2),
  at timestamptz not null,
  constraint one_transaction_a_cause unique (cause_type, cause_id, kind)
);
create index ledger_transactions_of_user on :schema.ledger_transactions (user_id, at);
create index ledger_transactions_by_age on :schema.ledger_transactions (at);
create index ledger_reversals on :schema.ledger_transactions (reverses_id) where reverses_id is not null;

create table :schema.ledger_entries (
  transaction_id uuid not null references :schema.ledger_transactions (id),
  account_id uuid not null references :schema.ledger_accounts (id),
  -- Above zero is a debit, below a credit.
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null,
  constraint one_entry_an_account primary key (transaction_id, account_id)
);
create index ledger_entries_of_account on :schema.ledger_entries (account_id);

-- Header and entries come in one statement. Both ends are checked when it ends: a header has its entries
-- by then, and whoever adds entries to a complete transaction exceeds the number that its header names.
create function :schema.check_transactions(ids uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    if exists (
      select 1 from :schema.ledger_transactions t
      where t.id = any (ids) and (
        t.entry_count <> (select count(*) from :schema.ledger_entries e where e.transaction_id = t.id)
        or exists (select 1 from :schema.ledger_entries e where e.transaction_id = t.id group by e.currency having sum(e.amount_minor) <> 0)
        or exists (select 1 from :schema.ledger_entries e join :schema.ledger_accounts a on a.id = e.account_id
          where e.transaction_id = t.id and a.currency <> e.currency))
    ) then
      raise exception 'a ledger transaction is not complete, balanced and final' using errcode = 'check_violation';
    end if;
  end $$;
create function :schema.check_written_transactions() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform :schema.check_transactions(array(select id from written));
    return null;
  end $$;
create function :schema.check_written_entries() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform :schema.check_transactions(array(select distinct transaction_id from written));
    return null;
  end $$;
create trigger check_written after insert on :schema.ledger_transactions
  referencing new table as written for each statement execute function :schema.check_written_transactions();
create trigger check_written after insert on :schema.ledger_entries
  referencing new table as written for each statement execute function :schema.check_written_entries();

-- What each fan has paid and got back, as lists sort by it; follows the ledger in the same transaction.
create table :schema.user_totals (
  user_id uuid not null references :schema.users (id),
  currency text not null,
  spent_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  charged_back_minor bigint not null default 0,
  -- What the chargebacks cost besides (a setting of the site at that time).
  chargeback_fees_minor bigint not null default 0,
  chargebacks integer not null default 0,
  primary key (user_id, currency)
);
create index fans_by_spending on :schema.user_totals (spent_minor desc, user_id);

-- What was bought stays open; each row names why.
create table :schema.entitlements (
  id uuid primary key,
  user_id uuid not null references :schema.users (id),
  kind text not null check (kind in ('post')),
  content_id uuid not null,
  cause_transaction_id uuid not null references :schema.ledger_transactions (id),
  granted_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text check (revoke_reason in ('refund', 'chargeback', 'staff'))
);
create unique index one_active_entitlement on :schema.entitlements (user_id, kind, content_id) where revoked_at is null;
create index entitlements_of_content on :schema.entitlements (kind, content_id);
create index entitlements_of_cause on :schema.entitlements (cause_transaction_id);
