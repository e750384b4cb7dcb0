-- A fan's own list of payments: what was paid or may still be, the newest first, page by page. It tells a charge that was
-- voided, and that no statement shows, from one that was refunded.

alter table :schema.payment_reversals
  -- The provider told of it as a void; nobody knows it of those before.
  add column is_void boolean not null default false;

create index payments_of_fan on :schema.payment_intents (user_id, created_at desc, id desc)
  where state in ('open', 'held', 'succeeded') or unapplied_reason is not null;
