-- For the daily look at refunds that no provider answered.
create index reversals_requested on :schema.payment_reversals (created_at) where state = 'requested';
