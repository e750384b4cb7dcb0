-- Staff's lists of payments have a purchase on the day on which it was settled, as the books do, else on the one on which
-- it was begun.
create index intents_by_settlement on :schema.payment_intents ((coalesce(settled_at, created_at)) desc, id desc);
