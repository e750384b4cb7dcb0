-- Staff find a payment by what a fan or a bank's statement says of it: a card's last digits, an amount, a day.

create index instruments_by_last4 on :schema.payment_instruments (last4);
create index attempts_of_instrument on :schema.payment_attempts (instrument_id) where instrument_id is not null;
create index intents_by_amount on :schema.payment_intents (amount_minor, created_at desc, id desc);
-- The few of which another amount may have been taken than was asked for.
create index intents_taken_otherwise on :schema.payment_intents (created_at desc)
  where state = 'held' or unapplied_reason is not null or taken_minor is not null;
create index reversals_by_amount on :schema.payment_reversals (amount_minor, settled_at desc) where state = 'succeeded';
