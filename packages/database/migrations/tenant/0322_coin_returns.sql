-- Coins that went back to their payer at the provider after they were credited: its staff send them back, and nothing but
-- its list of payments tells of it.

create table :schema.coin_returns (
  id uuid primary key,
  payment_id uuid not null references :schema.crypto_payments (id),
  -- As the provider's list has them: what went back, and what somebody asked it to send back.
  refund_coins numeric not null check (refund_coins >= 0),
  opened_coins numeric not null check (opened_coins >= 0),
  -- In the provider's words.
  status text not null default '',
  noticed_at timestamptz not null,
  -- What staff took out of the wallet for it, in minor units of the payment's currency.
  taken_out_minor bigint not null default 0 check (taken_out_minor >= 0),
  -- Staff have seen to it.
  settled_at timestamptz,
  constraint return_has_coins check (refund_coins + opened_coins > 0)
);
create unique index one_open_return_a_payment on :schema.coin_returns (payment_id) where settled_at is null;
create index coin_returns_of_payment on :schema.coin_returns (payment_id, noticed_at desc);
create index coin_returns_open on :schema.coin_returns (noticed_at, id) where settled_at is null;

alter table :schema.crypto_payments
  -- When the provider's list is asked next whether its coins went back. Null: nothing is credited, or it is long ago.
  add column next_return_look_at timestamptz;
create index crypto_payments_to_ask_about_returns on :schema.crypto_payments (next_return_look_at, id)
  where next_return_look_at is not null;
update :schema.crypto_payments set next_return_look_at = now()
  where credited_minor > 0 and started_at > now() - interval '180 days';
