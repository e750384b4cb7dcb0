-- A site has accounts with providers. Attempts, cards and memberships name the account, so that two accounts with equal
-- numbers never meet, and what an older account began goes on there.

create table :schema.provider_accounts (
  id uuid primary key,
  provider text not null check (provider ~ '^[a-z][a-z_]*$'),
  -- What is sold in this currency goes to it.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `draining`: takes no new customers, and keeps its renewals, refunds and webhooks.
  state text not null default 'active' check (state in ('active', 'draining')),
  -- Where its webhooks come to; null until the server has registered one.
  webhook_path text,
  created_at timestamptz not null default now(),
  constraint one_account_a_path unique (webhook_path)
);
create unique index one_active_account on :schema.provider_accounts (provider, currency) where state = 'active';

insert into :schema.provider_accounts (id, provider, currency)
  select gen_random_uuid(), used.provider, used.currency from (
    select a.provider, i.currency from :schema.payment_attempts a join :schema.payment_intents i on i.id = a.intent_id
    union select s.provider, s.currency from :schema.subscriptions s where s.provider is not null
    union select c.provider, coalesce((
        select i.currency from :schema.payment_intents i where i.user_id = c.user_id order by i.created_at desc limit 1), 'USD')
      from :schema.payment_instruments c
  ) used;

alter table :schema.payment_attempts add column account_id uuid references :schema.provider_accounts (id);
alter table :schema.payment_instruments add column account_id uuid references :schema.provider_accounts (id);
alter table :schema.subscriptions add column account_id uuid references :schema.provider_accounts (id);
update :schema.payment_attempts a set account_id = p.id from :schema.provider_accounts p, :schema.payment_intents i
  where i.id = a.intent_id and p.provider = a.provider and p.currency = i.currency;
update :schema.subscriptions s set account_id = p.id from :schema.provider_accounts p
  where p.provider = s.provider and p.currency = s.currency;
-- A card belongs to the account that its membership is charged by, else to that of its owner's last payment.
update :schema.payment_instruments c set account_id = coalesce(
  (select s.account_id from :schema.subscriptions s join :schema.provider_accounts p on p.id = s.account_id
    where s.user_id = c.user_id and p.provider = c.provider),
  (select a.account_id from :schema.payment_attempts a where a.instrument_id = c.id and a.provider = c.provider order by a.started_at desc limit 1),
  (select p.id from :schema.provider_accounts p where p.provider = c.provider and p.currency = coalesce((
    select i.currency from :schema.payment_intents i where i.user_id = c.user_id order by i.created_at desc limit 1), 'USD')));
alter table :schema.payment_attempts alter column account_id set not null;
alter table :schema.payment_instruments alter column account_id set not null;

drop index :schema.one_attempt_a_charge;
create unique index one_attempt_a_charge on :schema.payment_attempts (account_id, provider_ref) where provider_ref is not null;
alter table :schema.payment_instruments drop constraint one_row_an_instrument;
alter table :schema.payment_instruments add constraint one_row_an_instrument unique (user_id, account_id, provider_instrument);
create index instruments_of_account on :schema.payment_instruments (account_id);
create index attempts_of_account on :schema.payment_attempts (account_id);
create index subscriptions_of_account on :schema.subscriptions (account_id) where account_id is not null;

-- An attempt stays with the account that was asked.
drop trigger keep_taken on :schema.payment_attempts;
create trigger keep_taken before update on :schema.payment_attempts for each row
  when (old.intent_id <> new.intent_id or old.provider <> new.provider or old.account_id <> new.account_id
    or (old.state = 'succeeded' and (old.state, old.provider_ref, old.taken_minor, old.taken_currency)
      is distinct from (new.state, new.provider_ref, new.taken_minor, new.taken_currency)))
  execute function :schema.keep_payment();

-- What an account's provider told, once each, before anything is done about it.
create table :schema.webhook_deliveries (
  id uuid primary key,
  account_id uuid not null references :schema.provider_accounts (id),
  -- The provider's own id of it.
  external_id text not null,
  raw bytea not null,
  headers jsonb not null default '{}',
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- Why nothing could be done about it.
  error text,
  constraint one_delivery_an_event unique (account_id, external_id)
);
create index deliveries_by_age on :schema.webhook_deliveries (received_at desc, id desc);
create index deliveries_unapplied on :schema.webhook_deliveries (received_at) where error is not null;
