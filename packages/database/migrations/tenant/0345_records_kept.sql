-- What was taken, what is earned of it when, and what is a record by law or by promise, stays as it was written.
--
-- append-only: withdrawals, photo_id_openings

drop trigger keep_asked on :schema.payment_intents;
create trigger keep_asked before update on :schema.payment_intents for each row
  when ((old.id, old.user_id, old.kind, old.content_id, old.subscription_id, old.period_end, old.amount_minor, old.currency)
    is distinct from (new.id, new.user_id, new.kind, new.content_id, new.subscription_id, new.period_end, new.amount_minor, new.currency)
    or (old.taken_minor is not null and (old.taken_minor, old.taken_currency) is distinct from (new.taken_minor, new.taken_currency)))
  execute function :schema.keep_payment();

create trigger keep_fee before update of fee_minor on :schema.payment_reversals for each row
  when (old.fee_minor <> new.fee_minor) execute function :schema.keep_payment();

-- A row ends, and what is left of it goes on in another.
create trigger keep_deferred before update on :schema.deferred_sales for each row
  when ((old.id, old.transaction_id, old.revenue, old.amount_minor, old.currency, old.starts_at, old.ends_at)
    is distinct from (new.id, new.transaction_id, new.revenue, new.amount_minor, new.currency, new.starts_at, new.ends_at)
    or old.ended_at is not null)
  execute function :schema.keep_payment();
create trigger keep_deferred_rows before delete on :schema.deferred_sales for each statement execute function :schema.keep_payment();
