-- While a site's disputes come near a card scheme's limit, cards that are typed ask for a human check.

create table :schema.card_brakes (
  id uuid primary key,
  engaged_at timestamptz not null,
  released_at timestamptz,
  -- Why: the account whose forecast came too near to its limit, and by which scheme's count.
  account_id uuid not null references :schema.provider_accounts (id),
  scheme text not null check (scheme ~ '^[a-z]+$'),
  forecast integer not null,
  limit_disputes integer not null,
  share_percent integer not null,
  constraint released_after_engaged check (released_at >= engaged_at)
);
create unique index one_engaged_brake on :schema.card_brakes ((true)) where released_at is null;
create index brakes_of_account on :schema.card_brakes (account_id);
