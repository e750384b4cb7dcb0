-- Money that staff took out of a fan's wallet: it went back to the fan, as coins at the provider or past it. And statements of
-- the provider of coins.
--
-- append-only: wallet_take_outs

create table :schema.wallet_take_outs (
  id uuid primary key,
  user_id uuid not null references :schema.users (id),
  amount_minor bigint not null check (amount_minor > 0),
  -- Of it: what was spent already, and is owed by the fan since.
  owed_minor bigint not null check (owed_minor between 0 and amount_minor),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Where it left the site: at the provider of coins, or past it.
  through text not null check (through in ('coins', 'by_hand')),
  -- What the provider told of coins that went back, where it is for that.
  coin_return_id uuid references :schema.coin_returns (id),
  evidence text not null check (evidence <> ''),
  taken_by uuid not null references :schema.users (id),
  taken_at timestamptz not null,
  -- Of the caller, if one came; and what was asked for.
  request_key text,
  request_hash text not null,
  constraint a_return_is_taken_out_once unique (coin_return_id),
  constraint owed_for_returned_coins_alone check (owed_minor = 0 or coin_return_id is not null),
  constraint one_take_out_a_request unique (taken_by, request_key)
);
create index wallet_take_outs_of_fan on :schema.wallet_take_outs (user_id, id desc);

alter table :schema.crypto_accounts drop constraint crypto_accounts_host_check;
alter table :schema.crypto_accounts add constraint crypto_accounts_host_check check (host in ('live', 'sandbox', 'twin'));

alter table :schema.provider_statements
  alter column account_id drop not null,
  -- In place of an account for cards.
  add column crypto_account_id uuid references :schema.crypto_accounts (id),
  add constraint statement_of_one_account check (num_nonnulls(account_id, crypto_account_id) = 1);
create index provider_statements_of_crypto_account on :schema.provider_statements (crypto_account_id, id desc)
  where crypto_account_id is not null;

-- Coins beside the lines of reports that providers of cards have: what each payment came to there and in the books.
alter table :schema.crypto_payments
  -- Why both may differ, as staff said.
  add column explained_at timestamptz,
  add column explained_by uuid references :schema.users (id),
  add column explained_note text,
  add constraint explained_by_somebody check (num_nulls(explained_at, explained_by, explained_note) in (0, 3));
create index crypto_payments_by_start on :schema.crypto_payments (started_at desc, id desc)
  where credited_minor > 0 or provider_minor is not null;
create index settlements_of_crypto_payment on :schema.open_item_settlements (crypto_payment_id)
  where crypto_payment_id is not null;
