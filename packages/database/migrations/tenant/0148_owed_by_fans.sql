-- What fans owe is an open item of the site: since when, and how staff settled it.

alter table :schema.fan_wallets add column owed_since timestamptz;

-- As before, and it says since when a fan owes.
create or replace function :schema.move_wallets() returns trigger
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
      update :schema.fan_wallets set balance_minor = balance_minor + moved.balance, owed_minor = owed_minor + moved.owed,
        owed_since = case when owed_minor + moved.owed > 0 then coalesce(owed_since, now()) end
        where user_id = moved.user_id and currency = moved.currency;
    end loop;
    return null;
  end $$;

alter table :schema.open_item_settlements drop constraint open_item_settlements_kind_check;
alter table :schema.open_item_settlements
  alter column attempt_id drop not null,
  -- Of what a fan owed: whose, and how much of it was settled.
  add column user_id uuid references :schema.users (id),
  add column amount_minor bigint check (amount_minor > 0),
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add constraint open_item_settlements_kind_check check (kind ~ '^[a-z][a-z_]*$'),
  add constraint settled_of_somebody check ((attempt_id is null) = (user_id is not null and amount_minor is not null and currency is not null));
