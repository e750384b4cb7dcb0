-- Card schemes want the agreement under which a card is kept: what its owner read, in which language, when and where. Null
-- where it was not recorded.

alter table :schema.payment_instruments
  -- Names the version of the text; a version's text never changes.
  add column consent_text_id text,
  -- As it was shown.
  add column consent_text text,
  add column consent_language text,
  add column consented_at timestamptz,
  -- Its owner was there: on the page that keeps a card, or at a checkout. Staff keep none.
  add column kept_at text check (kept_at in ('card_page', 'checkout')),
  -- Of the first transaction with it, where the provider tells: later charges that nobody is there for name it.
  add column network_transaction_id text,
  add constraint consent_is_whole check (
    num_nonnulls(consent_text_id, consent_text, consent_language, consented_at) in (0, 4));
