-- One refund is asked of its provider by one process at a time: two that asked at once could send it under two references,
-- after the first was refused, and it would be made twice.

alter table :schema.payment_reversals
  -- Who asks at this moment, and since when by the database's clock; null while nobody does.
  add column claimed_by uuid,
  add column claimed_at timestamptz,
  add constraint claimed_since check ((claimed_by is null) = (claimed_at is null));
