-- What a provider's statement says besides fees, reserve and payouts: what the platform that sells (the merchant of record)
-- kept, tax that was withheld, what came or went by exchange, and what was held and given back because of disputes.
alter table :schema.provider_statements
  add column platform_share_minor bigint not null default 0 check (platform_share_minor >= 0),
  add column tax_withheld_minor bigint not null default 0 check (tax_withheld_minor >= 0),
  -- A loss is below zero.
  add column exchange_minor bigint not null default 0,
  add column dispute_held_minor bigint not null default 0 check (dispute_held_minor >= 0),
  add column dispute_released_minor bigint not null default 0 check (dispute_released_minor >= 0),
  drop constraint statement_has_figures,
  add constraint statement_has_figures check (
    fees_minor + reserve_held_minor + reserve_released_minor + paid_out_minor + platform_share_minor + tax_withheld_minor
      + dispute_held_minor + dispute_released_minor > 0 or exchange_minor <> 0);
