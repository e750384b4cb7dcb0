-- Callers who send no Idempotency-Key: what was bought, by whom and for how much makes two calls one purchase.
alter table :schema.payment_intents add column act text;
create index intents_by_act on :schema.payment_intents (user_id, act, created_at desc) where act is not null;
