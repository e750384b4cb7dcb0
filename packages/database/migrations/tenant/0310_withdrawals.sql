-- EU right of withdrawal (directive 2011/83/EU art. 9 and 11a): who withdrew from which contract, when, and what comes back.

create table :schema.withdrawals (
  id uuid primary key,
  user_id uuid not null references :schema.users (id),
  -- The purchase that concluded the contract.
  intent_id uuid not null references :schema.payment_intents (id),
  subscription_id uuid not null references :schema.subscriptions (id),
  concluded_at timestamptz not null,
  -- The first instant at which it would have been too late.
  right_until timestamptz not null,
  at timestamptz not null,
  -- [{ amountMinor, currency, to }], as it was told.
  comes_back jsonb not null,
  -- From where it was declared.
  address text not null,
  user_agent text not null,
  constraint a_contract_is_withdrawn_from_once unique (intent_id),
  constraint withdrawn_in_time check (at < right_until)
);
