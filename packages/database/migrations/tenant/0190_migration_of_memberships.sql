-- Members whose charges go to an account that the site has left go on with the one that it uses now: they pay for the
-- period after the one that runs, so that a period is paid once whichever of the two pays it.

alter table :schema.subscriptions
  -- Whether staff want this member asked; null is as the site asks.
  add column migration_asked boolean;
drop index :schema.one_renewal_a_period;
create unique index one_renewal_a_period on :schema.payment_intents (subscription_id, period_end)
  where state in ('open', 'held', 'succeeded') and kind in ('renewal', 'migration');
