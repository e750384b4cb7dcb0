-- An amount off is one of a currency: a site that changes its own must not make 5 dollars off into 5 euros off.

alter table :schema.coupons add column currency text check (currency ~ '^[A-Z]{3}$');
-- Null is the site's, for what the version before saves meanwhile.
update :schema.coupons set currency = coalesce((select value #>> '{}' from :schema.settings where key = 'currency'), 'USD')
  where discount_type = 'flat';
