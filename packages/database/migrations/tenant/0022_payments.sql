-- Purchases: what was asked for (intent), each time a provider was asked (attempt), cards, and what was taken back.

create table :schema.payment_instruments (
  id uuid primary key,
  user_id uuid not null references :schema.users (id),
  provider text not null,
  -- The provider's own id of a card that it keeps. We hold no number.
  provider_instrument text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month integer not null check (exp_month between 1 and 12),
  exp_year integer not null,
  is_primary boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  removed_at timestamptz,
  constraint one_row_an_instrument unique (user_id, provider, provider_instrument)
);
create unique index one_primary_card on :schema.payment_instruments (user_id) where is_primary and removed_at is null;

create table :schema.payment_intents (
  id uuid primary key,
  user_id uuid not null references :schema.users (id),
  kind text not null check (kind in ('membership', 'post', 'renewal')),
  content_id uuid,
  subscription_id uuid references :schema.subscriptions (id),
  -- Renewals: the end of the period before the one that this pays for.
  period_end timestamptz,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  quote jsonb not null,
  idempotency_key text not null,
  request_hash text not null,
  state text not null default 'open' check (state in ('open', 'succeeded', 'declined', 'abandoned')),
  -- Money came and could not be used for what was asked: it is given back.
  unapplied_reason text check (unapplied_reason in ('owned-already', 'cancelled-meanwhile', 'amount-differs')),
  address text not null default '',
  user_agent text not null default '',
  device_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_intent_a_key unique (user_id, idempotency_key),
  constraint content_of_posts check ((kind = 'post') = (content_id is not null)),
  constraint period_of_renewals check ((kind = 'renewal') = (subscription_id is not null and period_end is not null))
);
-- Two clicks with two keys are still one purchase, and nobody buys a membership while its renewal is under way.
create unique index one_open_post_purchase on :schema.payment_intents (user_id, content_id) where state = 'open' and kind = 'post';
create unique index one_open_membership_purchase on :schema.payment_intents (user_id) where state = 'open' and kind in ('membership', 'renewal');
create unique index one_renewal_a_period on :schema.payment_intents (subscription_id, period_end) where state in ('open', 'succeeded') and kind = 'renewal';
create index intents_by_age on :schema.payment_intents (created_at desc, id desc);
create index intents_of_user on :schema.payment_intents (user_id, created_at desc);

create table :schema.payment_attempts (
  -- The reference that the provider knows.
  id uuid primary key,
  intent_id uuid not null references :schema.payment_intents (id),
  provider text not null,
  state text not null default 'started' check (state in ('started', 'succeeded', 'pending', 'declined', 'unknown', 'absent')),
  provider_ref text,
  -- What the provider says it took.
  taken_minor bigint,
  taken_currency text,
  decline_code text,
  decline_reason text,
  is_hard_decline boolean,
  unknown_cause text,
  instrument_id uuid references :schema.payment_instruments (id),
  makes_primary boolean not null default false,
  checks integer not null default 0,
  -- The database's own time: how long ago is asked of the provider's patience, not of the business's calendar.
  started_at timestamptz not null default now(),
  settled_at timestamptz
);
create unique index one_open_attempt on :schema.payment_attempts (intent_id) where state in ('started', 'pending', 'unknown');
create unique index one_attempt_a_charge on :schema.payment_attempts (provider, provider_ref) where provider_ref is not null;
create index attempts_of_intent on :schema.payment_attempts (intent_id, started_at);
create index attempts_to_reconcile on :schema.payment_attempts (started_at) where state in ('started', 'pending', 'unknown');

-- Money that went back: refunds of ours, refunds made at the provider's, chargebacks.
create table :schema.payment_reversals (
  id uuid primary key,
  attempt_id uuid not null references :schema.payment_attempts (id),
  kind text not null check (kind in ('refund', 'chargeback')),
  state text not null check (state in ('requested', 'succeeded', 'refused')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  reason text not null,
  -- The provider's notice that told of it.
  notice_id text,
  refusal_code text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index one_reversal_a_notice on :schema.payment_reversals (notice_id) where notice_id is not null;
create index reversals_of_attempt on :schema.payment_reversals (attempt_id);
create index reversals_by_age on :schema.payment_reversals (created_at desc, id desc) where state = 'succeeded';
