-- Renewals are given up thirty days after the end of what was paid for, whether they were declined or never came.

-- First what locks the table whole: a payment that has read its membership and is about to write would wait for the new index,
-- and the old one for the payment.
drop index :schema.subscriptions_waiting;
create index subscriptions_overdue on :schema.subscriptions (ends_at)
  where ended_at is null and cancelled_at is null and not is_complimentary and not renewal_open;

-- Nobody is a member by what another paid for, nor by what was paid from another's wallet.
create function :schema.check_period() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not exists (select 1 from :schema.ledger_transactions t join :schema.subscriptions s on s.user_id = t.user_id
      where t.id = new.transaction_id and s.id = new.subscription_id and t.kind = 'sale'
        and not exists (select 1 from :schema.ledger_entries e where e.transaction_id = t.id and e.user_id <> s.user_id)) then
      raise exception 'nobody is a member by what another paid for' using errcode = 'check_violation', constraint = 'paid_by_its_member';
    end if;
    return new;
  end $$;
create trigger check_period before insert or update of subscription_id, transaction_id on :schema.subscription_periods for each row
  when (new.transaction_id is not null) execute function :schema.check_period();
