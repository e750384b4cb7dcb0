-- Renewals that are due are read in slices, each from where the one before ended: by the date alone, memberships that are due
-- in the same minute are sorted whole for every slice.

-- First what locks the table whole: a payment that has read its membership and is about to write would wait for the new index,
-- and the old one for the payment.
drop index :schema.subscriptions_due;
create index subscriptions_due_in_order on :schema.subscriptions (next_billing_at, user_id) where next_billing_at is not null;
