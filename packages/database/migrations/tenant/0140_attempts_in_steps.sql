-- An attempt is found again by what was stored before anything was sent, and may wait for its payer: on the provider's page,
-- at their bank, or for coins to come. Accounts carry their own credentials. What could not be applied is not forgotten.

alter table :schema.payment_attempts drop constraint payment_attempts_state_check;
alter table :schema.payment_attempts add constraint payment_attempts_state_check
  check (state in ('started', 'action', 'pending', 'unknown', 'succeeded', 'declined', 'absent'));
alter table :schema.payment_attempts
  -- What the provider's adapter needs to find it again; nothing that a person typed.
  add column provider_state jsonb not null default '{}' check (jsonb_typeof(provider_state) = 'object'),
  -- From when on it may have been sent, by the database's clock; null while the provider is asked for what that needs.
  add column ready_at timestamptz default now(),
  -- What the payer has to do, and until when.
  add column action jsonb,
  add column action_expires_at timestamptz,
  -- What the payer parted with and what the provider puts to the account, where that is told: decimal text.
  add column billed_amount text,
  add column billed_currency text,
  add column credited_amount text,
  add column credited_currency text,
  add constraint an_action_ends check ((action is null) = (action_expires_at is null)),
  add constraint billed_in_a_currency check ((billed_amount is null) = (billed_currency is null)),
  add constraint credited_in_a_currency check ((credited_amount is null) = (credited_currency is null));

drop index :schema.one_open_attempt;
create unique index one_open_attempt on :schema.payment_attempts (intent_id)
  where state in ('started', 'action', 'pending', 'unknown');
drop index :schema.attempts_to_reconcile;
create index attempts_to_reconcile on :schema.payment_attempts (coalesce(action_expires_at, started_at))
  where state in ('started', 'action', 'pending', 'unknown');

-- Sealed; what the account is opened with.
alter table :schema.provider_accounts add column credentials text;
