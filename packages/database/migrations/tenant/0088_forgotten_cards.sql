-- Cards taken off file here are taken out of the provider's vault too.

alter table :schema.payment_instruments
  -- When the provider said that it keeps the card no more.
  add column forgotten_at timestamptz;
