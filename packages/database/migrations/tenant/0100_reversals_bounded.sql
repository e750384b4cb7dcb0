-- What goes back of a charge never exceeds what was taken, in its currency, whoever says so. What could not be given
-- back is owed; what does not fit is held. Both are seen by staff until they are settled.

alter table :schema.payment_reversals drop constraint payment_reversals_state_check;
alter table :schema.payment_reversals add constraint payment_reversals_state_check check (state in (
  'requested', 'succeeded',
  -- The provider refused it or cannot do it: tried again, and shown until it is paid.
  'owed',
  -- As an older server calls it.
  'refused',
  -- The provider tells of it and it does not fit what was taken: not booked, shown until somebody looked at it.
  'held',
  -- No longer to be paid: the bank took the money back itself, or somebody looked at what was held.
  'dropped'));
update :schema.payment_reversals set state = 'owed' where state = 'refused';
alter table :schema.payment_reversals
  -- Refusals so far: a later try is a new request to the provider.
  add column refusals integer not null default 0,
  add column refused_at timestamptz,
  -- How somebody settled it by hand, who, and what shows it.
  add column settled_by uuid references :schema.users (id),
  add column evidence text,
  add constraint a_hand_leaves_evidence check ((settled_by is null) = (evidence is null));
create index reversals_owed on :schema.payment_reversals (created_at desc, id desc) where state in ('owed', 'refused', 'held');

create function :schema.check_reversal() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    charge record;
    others bigint;
  begin
    if new.state in ('held', 'dropped') then
      return new;
    end if;
    select taken_minor, taken_currency into charge from :schema.payment_attempts where id = new.attempt_id for update;
    select coalesce(sum(amount_minor), 0) into others from :schema.payment_reversals
      where attempt_id = new.attempt_id and id <> new.id and state not in ('held', 'dropped');
    if charge.taken_minor is null or charge.taken_currency <> new.currency or others + new.amount_minor > charge.taken_minor then
      raise exception 'more would go back than was taken' using errcode = 'check_violation', constraint = 'reversals_within_charge';
    end if;
    return new;
  end $$;
create trigger check_reversal before insert or update of attempt_id, amount_minor, currency, state on :schema.payment_reversals
  for each row execute function :schema.check_reversal();

-- A charge of ours that took another amount than it asked for waits for somebody's decision; nothing is charged meanwhile.
alter table :schema.payment_intents drop constraint payment_intents_state_check;
alter table :schema.payment_intents add constraint payment_intents_state_check check (state in ('open', 'held', 'succeeded', 'declined', 'abandoned'));
drop index :schema.one_renewal_a_period;
create unique index one_renewal_a_period on :schema.payment_intents (subscription_id, period_end)
  where state in ('open', 'held', 'succeeded') and kind = 'renewal';
alter table :schema.payment_intents
  -- What was taken, where staff accepted another amount than was asked for.
  add column taken_minor bigint check (taken_minor > 0),
  add column taken_currency text;
create index intents_held on :schema.payment_intents (created_at desc, id desc) where state = 'held';
alter table :schema.payment_attempts
  add column settled_by uuid references :schema.users (id),
  add column evidence text,
  add constraint a_hand_leaves_evidence check ((settled_by is null) = (evidence is null));

-- A card whose charge was taken back by its bank is charged no more.
alter table :schema.payment_instruments add column barred_at timestamptz;

-- What was asked for, from whom and for what stays as it was written, and nothing of it goes away.
create function :schema.keep_payment() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'a payment is not rewritten' using errcode = 'insufficient_privilege';
  end $$;
create trigger keep_asked before update on :schema.payment_intents for each row
  when ((old.id, old.user_id, old.kind, old.content_id, old.subscription_id, old.period_end, old.amount_minor, old.currency)
    is distinct from (new.id, new.user_id, new.kind, new.content_id, new.subscription_id, new.period_end, new.amount_minor, new.currency))
  execute function :schema.keep_payment();
create trigger keep_taken before update on :schema.payment_attempts for each row
  when (old.intent_id <> new.intent_id or old.provider <> new.provider
    or (old.state = 'succeeded' and (old.state, old.provider_ref, old.taken_minor, old.taken_currency)
      is distinct from (new.state, new.provider_ref, new.taken_minor, new.taken_currency)))
  execute function :schema.keep_payment();
create trigger keep_reversed before update on :schema.payment_reversals for each row
  when ((old.attempt_id, old.kind, old.amount_minor, old.currency) is distinct from (new.attempt_id, new.kind, new.amount_minor, new.currency)
    or (old.state in ('succeeded', 'dropped') and new.state <> old.state))
  execute function :schema.keep_payment();
create trigger keep_intents before delete on :schema.payment_intents for each statement execute function :schema.keep_payment();
create trigger keep_attempts before delete on :schema.payment_attempts for each statement execute function :schema.keep_payment();
create trigger keep_reversals before delete on :schema.payment_reversals for each statement execute function :schema.keep_payment();

-- Nobody owns what another paid for.
create function :schema.check_entitlement() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not exists (select 1 from :schema.ledger_transactions t
      where t.id = new.cause_transaction_id and t.user_id = new.user_id and t.kind = 'sale') then
      raise exception 'nobody owns what another paid for' using errcode = 'check_violation', constraint = 'paid_by_its_owner';
    end if;
    return new;
  end $$;
create trigger check_entitlement before insert or update of user_id, cause_transaction_id on :schema.entitlements
  for each row execute function :schema.check_entitlement();

-- What an account of the books is for is data.
alter table :schema.ledger_accounts drop constraint ledger_accounts_kind_check;
alter table :schema.ledger_accounts add constraint ledger_accounts_kind_check check (kind ~ '^[a-z][a-z_]*$');
alter table :schema.ledger_transactions drop constraint ledger_transactions_kind_check;
alter table :schema.ledger_transactions add constraint ledger_transactions_kind_check check (kind ~ '^[a-z][a-z_]*$');

-- A renewal was sent and nobody knows yet how it ended: the membership goes on meanwhile.
alter table :schema.subscriptions add column renewal_open boolean not null default false;
