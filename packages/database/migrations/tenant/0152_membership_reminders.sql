-- What members were reminded of before a charge: once for each period and kind.

create table :schema.subscription_reminders (
  subscription_id uuid not null references :schema.subscriptions (id),
  kind text not null check (kind ~ '^[a-z][a-z_]*$'),
  -- The end of the period before whose renewal it was sent.
  period_end timestamptz not null,
  sent_at timestamptz not null,
  primary key (subscription_id, period_end, kind)
);
