-- Until when a provider was asked of what money went back, where it tells that by webhooks alone that may be lost.

create table :schema.reversal_looks (
  account_id uuid primary key references :schema.provider_accounts,
  looked_until timestamptz not null
);
