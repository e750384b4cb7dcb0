-- Fans' wallets. A fan's money is a liability of the site's: entries of the books name the fan, and a row a fan follows
-- them. Nobody else writes that row, and it is never below zero.
--
-- read-only: fan_wallets

create table :schema.fan_wallets (
  user_id uuid not null references :schema.users (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the fan can spend.
  balance_minor bigint not null default 0,
  -- What the fan spent and a bank took back since: the next money that comes pays for it first.
  owed_minor bigint not null default 0,
  primary key (user_id, currency),
  constraint wallet_not_below_zero check (balance_minor >= 0),
  constraint debt_not_below_zero check (owed_minor >= 0),
  constraint debts_are_paid_first check (balance_minor = 0 or owed_minor = 0)
);
create index wallets_owing on :schema.fan_wallets (user_id) where owed_minor > 0;

-- A person stands on an entry; a transaction may be the whole site's.
alter table :schema.ledger_entries add column user_id uuid references :schema.users (id);
create index entries_of_fan on :schema.ledger_entries (user_id, transaction_id) where user_id is not null;
alter table :schema.ledger_transactions alter column user_id drop not null;
alter table :schema.ledger_transactions drop constraint ledger_transactions_cause_type_check;
alter table :schema.ledger_transactions add constraint ledger_transactions_cause_type_check check (cause_type ~ '^[a-z][a-z_]*$');

-- As before, and an account that is kept a fan names the fan.
create or replace function :schema.check_transactions(ids uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    if exists (
      select 1 from :schema.ledger_transactions t
      where t.id = any (ids) and (
        t.entry_count <> (select count(*) from :schema.ledger_entries e where e.transaction_id = t.id)
        or exists (select 1 from :schema.ledger_entries e where e.transaction_id = t.id group by e.currency having sum(e.amount_minor) <> 0)
        or exists (select 1 from :schema.ledger_entries e join :schema.ledger_accounts a on a.id = e.account_id
          where e.transaction_id = t.id
            and (a.currency <> e.currency or (a.kind in ('fan_wallet', 'owed_by_fan')) <> (e.user_id is not null))))
    ) then
      raise exception 'a ledger transaction is not complete, balanced and final' using errcode = 'check_violation';
    end if;
  end $$;

-- As the schema's owner: the tenant's role cannot write the rows. In order of their keys, so that two postings that move
-- the same wallets wait for each other and never for ever.
create function :schema.move_wallets() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    moved record;
  begin
    for moved in
      select e.user_id, e.currency,
        coalesce(-sum(e.amount_minor) filter (where a.kind = 'fan_wallet'), 0) as balance,
        coalesce(sum(e.amount_minor) filter (where a.kind = 'owed_by_fan'), 0) as owed
      from written e join :schema.ledger_accounts a on a.id = e.account_id
      where e.user_id is not null group by e.user_id, e.currency order by e.user_id, e.currency
    loop
      insert into :schema.fan_wallets (user_id, currency) values (moved.user_id, moved.currency) on conflict do nothing;
      update :schema.fan_wallets set balance_minor = balance_minor + moved.balance, owed_minor = owed_minor + moved.owed
        where user_id = moved.user_id and currency = moved.currency;
    end loop;
    return null;
  end $$;
create trigger move_wallets after insert on :schema.ledger_entries
  referencing new table as written for each statement execute function :schema.move_wallets();

-- Nobody owns what another paid for, nor what was paid from another's wallet.
create or replace function :schema.check_entitlement() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not exists (select 1 from :schema.ledger_transactions t
      where t.id = new.cause_transaction_id and t.user_id = new.user_id and t.kind = 'sale'
        and not exists (select 1 from :schema.ledger_entries e where e.transaction_id = t.id and e.user_id <> new.user_id)) then
      raise exception 'nobody owns what another paid for' using errcode = 'check_violation', constraint = 'paid_by_its_owner';
    end if;
    return new;
  end $$;
