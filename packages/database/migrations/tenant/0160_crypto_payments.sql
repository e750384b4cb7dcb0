-- Funds that fans add by crypto currency: what was quoted, where the coins go, what came, and what was credited for it.
--
-- append-only: crypto_credits

create table :schema.crypto_payments (
  -- The reference that the provider knows.
  id uuid primary key,
  user_id uuid not null references :schema.users (id),
  -- The provider's system and point of sale that it was quoted at; settings may name others since.
  host text not null check (host in ('live', 'sandbox', 'twin')),
  pos_id text not null,
  -- The provider's id of the quote and of the payment that was started with it.
  provider_payment_id text not null,
  crypto_currency text not null,
  -- So much money for so many coins, while the window is open.
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  asked_coins numeric not null check (asked_coins > 0),
  state text not null default 'quoted' check (state in
    ('quoted', 'starting', 'failed', 'waiting', 'processing', 'underpayment', 'confirmed', 'cancelled', 'blocked')),
  address text,
  -- What a wallet reads.
  payment_uri text,
  wait_time text not null default '',
  stats_token text not null default '',
  notices jsonb not null default '[]',
  -- What is missing of a short payment, with a code of its own.
  missing jsonb,
  quoted_at timestamptz not null,
  started_at timestamptz,
  -- The end of the quote, not of the payment.
  expires_at timestamptz,
  looked_at timestamptz,
  -- Null: nobody looks by themselves any more. News are followed at any time.
  next_look_at timestamptz,
  -- The most coins that had shown up while the quote held.
  seen_in_window numeric not null default 0 check (seen_in_window >= 0),
  credited_coins numeric not null default 0 check (credited_coins >= 0),
  credited_minor bigint not null default 0 check (credited_minor >= 0),
  -- What the provider says that the invoice came to; statements are compared with it.
  provider_minor bigint,
  -- Staff have to look.
  alarm text check (alarm in ('blocked', 'double-spent', 'unresolved')),
  constraint one_row_a_provider_payment unique (provider_payment_id),
  constraint coins_have_an_address check
    (state in ('quoted', 'starting', 'failed') or (address is not null and started_at is not null and expires_at is not null))
);
create index crypto_payments_of_fan on :schema.crypto_payments (user_id, quoted_at desc);
create index crypto_payments_to_look_at on :schema.crypto_payments (next_look_at) where next_look_at is not null;
create index crypto_payments_in_alarm on :schema.crypto_payments (quoted_at desc) where alarm is not null;

-- What was put into the wallet: which coins, and by which rate.
create table :schema.crypto_credits (
  id uuid primary key,
  payment_id uuid not null references :schema.crypto_payments (id),
  -- All coins of the address up to the one and up to the other; parts of one payment never overlap.
  from_coins numeric not null check (from_coins >= 0),
  to_coins numeric not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate_kind text not null check (rate_kind in ('quote', 'moment')),
  rate_minor bigint not null check (rate_minor > 0),
  rate_coins numeric not null check (rate_coins > 0),
  created_at timestamptz not null,
  constraint coins_are_credited_once unique (payment_id, from_coins),
  constraint credits_have_coins check (to_coins > from_coins)
);
