-- One row a fan who has ever been a member; what happened is in subscription_events.
--
-- append-only: subscription_events

create table :schema.subscriptions (
  id uuid primary key,
  user_id uuid not null references :schema.users (id),
  -- The facts that rules decide from.
  anchor_at timestamptz not null,
  months integer not null,
  started_at timestamptz not null,
  -- End of what was paid for or given; null is for ever.
  ends_at timestamptz,
  initial_minor bigint not null check (initial_minor >= 0),
  recurring_minor bigint not null check (recurring_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  cancelled_at timestamptz,
  ended_at timestamptz,
  is_complimentary boolean not null default false,
  failed_renewals integer not null default 0,
  -- Derived from them by the rules at each change, so that SQL can filter and jobs can find what is due.
  status text not null check (status in ('0', '1', '2')),
  status_until timestamptz,
  next_billing_at timestamptz,
  rebill_failed_at timestamptz,
  cancel_reason text,
  cancel_other text,
  provider text,
  -- The ledger transaction that paid for the current period.
  paid_by_id uuid references :schema.ledger_transactions (id),
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint one_subscription_a_user unique (user_id)
);
create index subscriptions_due on :schema.subscriptions (next_billing_at) where next_billing_at is not null;
create index subscriptions_ending on :schema.subscriptions (status_until) where status <> '0';
create index subscriptions_by_status on :schema.subscriptions (status, started_at desc);

create table :schema.subscription_events (
  id uuid primary key,
  subscription_id uuid not null references :schema.subscriptions (id),
  kind text not null check (kind in (
    'started', 'renewed', 'renewal_failed', 'cancelled', 'cancel_undone', 'expired', 'refunded', 'charged_back', 'revoked')),
  at timestamptz not null,
  status text not null,
  ends_at timestamptz,
  transaction_id uuid,
  facts jsonb not null default '{}'
);
create index events_of_subscription on :schema.subscription_events (subscription_id, at);
create index subscription_events_by_age on :schema.subscription_events (kind, at);
