-- Chargebacks as the card schemes count them, and who opened the evidence about one.
--
-- append-only: dispute_evidence_openings

create index chargebacks_by_age on :schema.payment_reversals (created_at desc, id desc) where kind = 'chargeback';

-- Who opened the evidence of which, each time. Its id is the address of that one look.
create table :schema.dispute_evidence_openings (
  id uuid primary key,
  reversal_id uuid not null references :schema.payment_reversals (id),
  -- The session's person, and who really looked.
  user_id uuid not null references :schema.users (id),
  opened_by uuid references :schema.users (id),
  opened_at timestamptz not null
);
create index openings_of_dispute on :schema.dispute_evidence_openings (reversal_id, opened_at desc);
-- Log-ins of a person since a purchase.
create index sessions_by_person on :schema.sessions (user_id, created_at);
