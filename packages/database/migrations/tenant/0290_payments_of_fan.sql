-- A fan's own list of payments: what was paid or may still be, the newest first, page by page.

create index payments_of_fan on :schema.payment_intents (user_id, created_at desc, id desc)
  where state in ('open', 'held', 'succeeded') or unapplied_reason is not null;
