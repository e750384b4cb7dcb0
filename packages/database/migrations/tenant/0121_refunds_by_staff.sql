-- Refunds that staff ask for: who did, under which key, and whether what was bought stays open.

alter table :schema.payment_reversals
  add column requested_by uuid references :schema.users (id),
  -- The caller's key; null where none came.
  add column request_key text,
  -- What was asked for: the same key with anything else is refused.
  add column request_hash text,
  add column keeps_access boolean not null default false,
  add constraint asked_by_somebody check ((requested_by is null) = (request_hash is null));
create unique index one_refund_a_key on :schema.payment_reversals (requested_by, request_key) where request_key is not null;
