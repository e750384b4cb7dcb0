-- CCBill's sales tell only how often money went back. What was given back in its console before a refund of ours was asked
-- for, and is not told of yet, is not this refund.

alter table :schema.payment_reversals
  -- When such a provider was asked for it; null before, and again once it refused.
  add column asked_at timestamptz,
  -- How often money had gone back of the charge by then, by whomever.
  add column returns_before integer check (returns_before >= 0),
  add constraint asked_with_count check ((asked_at is null) = (returns_before is null));

-- What is under way was asked for when only those that we knew of were counted.
update :schema.payment_reversals r set asked_at = r.created_at, returns_before = (
    select count(*) from :schema.payment_reversals o
    where o.attempt_id = r.attempt_id and o.kind = 'refund' and not o.to_wallet and o.state in ('succeeded', 'held')
      and o.settled_by is null and coalesce(o.occurred_at, o.settled_at, o.created_at) < r.created_at)
  from :schema.payment_attempts a
  where a.id = r.attempt_id and a.provider = 'ccbill' and r.kind = 'refund' and r.state = 'requested' and not r.to_wallet
    and not exists (
      select from :schema.payment_reversals o
      where o.attempt_id = r.attempt_id and o.kind = 'refund' and o.state = 'requested' and not o.to_wallet and o.id < r.id);
