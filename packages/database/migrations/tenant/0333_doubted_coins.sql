-- The provider of coins lists a payment with another amount than it tells of the payment itself: asked about again for a
-- week, and an open item from then on.

alter table :schema.crypto_payments
  -- What its list says, and since when it says so.
  add column listed_minor bigint,
  add column doubted_since timestamptz;

create index crypto_payments_doubted on :schema.crypto_payments (doubted_since) where doubted_since is not null;
