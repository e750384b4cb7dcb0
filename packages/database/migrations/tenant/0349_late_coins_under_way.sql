-- Coins that the provider took late, and for which it gives no rate yet, are under way as well.
drop index :schema.crypto_payments_under_way;
create index crypto_payments_under_way on :schema.crypto_payments (quoted_at desc, id desc)
  where credited_minor = 0 and state in ('processing', 'underpayment', 'confirmed');
