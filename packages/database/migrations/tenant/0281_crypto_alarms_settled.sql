-- Alarms about crypto payments are open items: staff see each until one of them settles it with evidence.

alter table :schema.crypto_payments
  -- Those that staff settled: looks that follow do not raise them again.
  add column settled_alarms text[] not null default '{}';

alter table :schema.open_item_settlements
  -- Which crypto payment it was about.
  add column crypto_payment_id uuid references :schema.crypto_payments (id);
