-- Paying from the wallet, and giving back into it.

-- How a fan pays where nothing else is said.
alter table :schema.users
  add column default_payment_method text not null default 'card' check (default_payment_method in ('card', 'crypto_currency'));

alter table :schema.payment_reversals
  -- It goes into the fan's wallet, and no provider is asked.
  add column to_wallet boolean not null default false,
  -- What of it was taken out of the wallet again, because a bank took the same money back.
  add column taken_back_minor bigint not null default 0,
  add constraint taken_back_within_refund check (taken_back_minor between 0 and amount_minor),
  add constraint taken_back_of_wallets check (taken_back_minor = 0 or (to_wallet and state = 'succeeded'));

-- As before; what was taken back out of the wallet did not go back.
create or replace function :schema.check_reversal() returns trigger
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
    select coalesce(sum(amount_minor - taken_back_minor), 0) into others from :schema.payment_reversals
      where attempt_id = new.attempt_id and id <> new.id and state not in ('held', 'dropped');
    if charge.taken_minor is null or charge.taken_currency <> new.currency
      or others + new.amount_minor - new.taken_back_minor > charge.taken_minor then
      raise exception 'more would go back than was taken' using errcode = 'check_violation', constraint = 'reversals_within_charge';
    end if;
    return new;
  end $$;
drop trigger keep_reversed on :schema.payment_reversals;
create trigger keep_reversed before update on :schema.payment_reversals for each row
  when ((old.attempt_id, old.kind, old.amount_minor, old.currency) is distinct from (new.attempt_id, new.kind, new.amount_minor, new.currency)
    or (old.state in ('succeeded', 'dropped') and new.state <> old.state)
    or (old.state = 'succeeded' and new.to_wallet <> old.to_wallet) or new.taken_back_minor < old.taken_back_minor)
  execute function :schema.keep_payment();
