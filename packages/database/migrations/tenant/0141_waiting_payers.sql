-- A page that waits asks how its payment stands; the provider is asked only so often.
alter table :schema.payment_attempts add column looked_at timestamptz;

-- What a webhook told is kept in our words until it could be applied; what could not is taken up again when its payment
-- becomes known, and staff see it meanwhile.
alter table :schema.webhook_deliveries
  add column events jsonb not null default '[]' check (jsonb_typeof(events) = 'array');
drop index :schema.deliveries_unapplied;
create index deliveries_unapplied on :schema.webhook_deliveries (account_id, received_at) where error is not null;
