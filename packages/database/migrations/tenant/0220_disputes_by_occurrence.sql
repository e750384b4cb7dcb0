-- Schemes count a dispute in the month in which it was raised, which a webhook may tell of much later.

-- By the provider's clock; null for what the site asked for itself, and for what was booked before it was kept.
alter table :schema.payment_reversals add column occurred_at timestamptz;
create index chargebacks_by_occurrence on :schema.payment_reversals ((coalesce(occurred_at, created_at))) where kind = 'chargeback';
