-- What can be sold is named by the features that sell it; the tables ask only that a kind is a name.

alter table :schema.payment_intents drop constraint payment_intents_kind_check;
alter table :schema.payment_intents add constraint payment_intents_kind_check check (kind ~ '^[a-z][a-z_]*$');
alter table :schema.payment_intents drop constraint content_of_posts;
alter table :schema.payment_intents drop constraint period_of_renewals;
alter table :schema.payment_intents add constraint period_of_subscription check ((subscription_id is null) = (period_end is null));
alter table :schema.payment_intents drop constraint payment_intents_unapplied_reason_check;
alter table :schema.payment_intents add constraint payment_intents_unapplied_reason_check check (unapplied_reason ~ '^[a-z][a-z-]*$');

-- Two clicks with two keys are still one purchase, whatever is bought.
create unique index one_open_purchase on :schema.payment_intents
  (user_id, kind, coalesce(content_id, '00000000-0000-0000-0000-000000000000')) where state = 'open';
drop index :schema.one_open_post_purchase;

alter table :schema.entitlements drop constraint entitlements_kind_check;
alter table :schema.entitlements add constraint entitlements_kind_check check (kind ~ '^[a-z][a-z_]*$');

-- Each thing that is sold may have revenue of its own.
alter table :schema.ledger_accounts drop constraint ledger_accounts_kind_check;
alter table :schema.ledger_accounts add constraint ledger_accounts_kind_check check (
  kind in ('provider_clearing', 'unapplied_receipts', 'chargeback_fees') or kind ~ '^[a-z][a-z_]*_revenue$');
