-- What was bought most in some days is told from the purchases of these days.

create index purchases_of_contents on :schema.payment_intents (settled_at)
  where state = 'succeeded' and content_id is not null;
