-- A dispute that was won: its bank paid the money back to the site. What came back of a chargeback stands in
-- `taken_back_minor`, as what went back into a wallet and was taken out again does.

alter table :schema.payment_reversals
  -- When the site learned of it; null while it is not won.
  add column won_at timestamptz,
  -- What of the fee came back as well.
  add column won_fee_minor bigint not null default 0,
  -- The provider's webhook that told of it; null where staff did.
  add column won_notice_id text,
  -- Staff who marked it, and what shows it.
  add column won_by uuid references :schema.users (id),
  add column won_evidence text,
  add constraint won_by_hand_leaves_evidence check ((won_by is null) = (won_evidence is null)),
  add constraint won_is_told_by_somebody check ((won_at is null) = (won_by is null and won_notice_id is null)),
  add constraint won_are_booked_chargebacks check (won_at is null or (kind = 'chargeback' and state = 'succeeded' and taken_back_minor > 0)),
  add constraint won_fee_within_fee check (won_fee_minor between 0 and fee_minor and (won_fee_minor = 0 or won_at is not null)),
  drop constraint taken_back_of_wallets,
  add constraint taken_back_of_wallets_or_won check (taken_back_minor = 0 or (state = 'succeeded' and (to_wallet or won_at is not null)));
create unique index one_win_a_notice on :schema.payment_reversals (won_notice_id) where won_notice_id is not null;

-- As before; a win is written once and stays, and what it gives back to a wallet was taken out of it.
drop trigger keep_reversed on :schema.payment_reversals;
create trigger keep_reversed before update on :schema.payment_reversals for each row
  when ((old.attempt_id, old.kind, old.amount_minor, old.currency) is distinct from (new.attempt_id, new.kind, new.amount_minor, new.currency)
    or (old.state in ('succeeded', 'dropped') and new.state <> old.state)
    or (old.state = 'succeeded' and new.to_wallet <> old.to_wallet)
    or (not old.to_wallet and new.taken_back_minor < old.taken_back_minor)
    or (old.won_at is not null and (old.won_at, old.won_fee_minor, old.won_by, old.won_evidence, old.taken_back_minor)
      is distinct from (new.won_at, new.won_fee_minor, new.won_by, new.won_evidence, new.taken_back_minor)))
  execute function :schema.keep_payment();
