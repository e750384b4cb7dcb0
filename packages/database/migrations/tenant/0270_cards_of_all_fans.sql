-- Staff see every card on file, and the barred ones, and take one off file: who did.

alter table :schema.payment_instruments add column removed_by uuid references :schema.users (id) on delete set null;
create index cards_by_age on :schema.payment_instruments (created_at desc, id desc)
  where removed_at is null or barred_at is not null;
create index cards_by_expiry on :schema.payment_instruments (exp_year desc, exp_month desc, created_at desc, id desc)
  where removed_at is null or barred_at is not null;
