-- How staff settled what was owed, held or of an unknown end: who, when, and what shows it.

-- append-only: open_item_settlements
create table :schema.open_item_settlements (
  id uuid primary key,
  kind text not null check (kind in ('refund_owed', 'reversal_held', 'payment_held', 'payment_unknown')),
  attempt_id uuid not null references :schema.payment_attempts (id),
  -- What was owed or held of it; null for a payment.
  reversal_id uuid references :schema.payment_reversals (id),
  decision text not null check (decision ~ '^[a-z][a-z_]*$'),
  evidence text not null check (evidence <> ''),
  settled_by uuid not null references :schema.users (id),
  settled_at timestamptz not null,
  constraint reversal_of_reversals check ((kind in ('refund_owed', 'reversal_held')) = (reversal_id is not null))
);
create index settlements_by_age on :schema.open_item_settlements (settled_at desc, id desc);

insert into :schema.open_item_settlements (id, kind, attempt_id, reversal_id, decision, evidence, settled_by, settled_at)
  select r.id, case when r.state = 'dropped' then 'reversal_held' else 'refund_owed' end, r.attempt_id, r.id,
    case when r.state = 'dropped' then 'noted' else 'paid_by_hand' end, r.evidence, r.settled_by, r.settled_at
  from :schema.payment_reversals r where r.settled_by is not null and r.evidence <> ''
  union all
  select a.id, case when i.taken_minor is not null or i.unapplied_reason is not null then 'payment_held' else 'payment_unknown' end, a.id, null,
    case when i.taken_minor is not null then 'accept' when i.unapplied_reason is not null then 'give_back'
      when a.state = 'absent' then 'not_charged' else 'charged' end, a.evidence, a.settled_by, coalesce(a.settled_at, a.started_at)
  from :schema.payment_attempts a join :schema.payment_intents i on i.id = a.intent_id where a.settled_by is not null and a.evidence <> '';
