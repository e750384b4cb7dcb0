-- A provider may tell which card paid and keep none that can be charged again: what its owner's statement shows, what staff
-- look for and what card schemes count by is kept with the charge. Neither a number nor first digits are.

-- The files after this one want it whole: who renews holds it, and comes to the payments next.
lock table :schema.subscriptions in access exclusive mode;
alter table :schema.payment_attempts
  add column card_brand text,
  add column card_last4 text check (card_last4 ~ '^\d{4}$'),
  -- Whether the payer's bank asked them, as the provider tells it.
  add column three_d_secure text check (three_d_secure <> ''),
  add constraint card_is_whole check ((card_brand is null) = (card_last4 is null));
-- Why money went back, as the provider tells it.
alter table :schema.payment_reversals add column told_reason text check (told_reason <> '');
create index attempts_by_last4 on :schema.payment_attempts (card_last4) where card_last4 is not null;
