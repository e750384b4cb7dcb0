-- Staff see what every fan put into a wallet among the payments, and the coins that are on their way.

create index crypto_credits_by_age on :schema.crypto_credits (created_at desc, id desc);
create index crypto_payments_under_way on :schema.crypto_payments (quoted_at desc, id desc)
  where credited_minor = 0 and state in ('processing', 'underpayment');
