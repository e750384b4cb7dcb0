-- Coupons, and every payment that was made at a coupon's price.

create table :schema.coupons (
  id uuid primary key,
  -- As it is compared: trimmed, in capitals.
  code text not null check (code = upper(btrim(code)) and code <> ''),
  discount_type text not null check (discount_type in ('percentage', 'flat')),
  -- Hundredths: of a percent, or of the site's currency.
  initial_hundredths bigint not null check (initial_hundredths >= 0),
  recurring_hundredths bigint not null check (recurring_hundredths >= 0),
  switched_off_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_fan integer check (max_uses_per_fan > 0),
  created_by uuid references :schema.users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint one_coupon_a_code unique (code),
  constraint percentages_end_at_a_hundred
    check (discount_type <> 'percentage' or greatest(initial_hundredths, recurring_hundredths) <= 10000),
  constraint coupons_save_something check (initial_hundredths + recurring_hundredths > 0),
  constraint coupons_end_after_they_start check (ends_at > coalesce(starts_at, '-infinity'))
);
create index coupons_by_age on :schema.coupons (created_at desc, id desc);

-- Whether a use counts is the intent's to say: one that bought nothing holds no place.
create table :schema.coupon_uses (
  intent_id uuid primary key references :schema.payment_intents (id),
  coupon_id uuid not null references :schema.coupons (id),
  user_id uuid not null references :schema.users (id),
  is_renewal boolean not null,
  -- What the fan paid less by it.
  saved_minor bigint not null check (saved_minor >= 0),
  created_at timestamptz not null
);
create index uses_of_coupon on :schema.coupon_uses (coupon_id, created_at desc, intent_id desc);
create index uses_of_coupon_by_fan on :schema.coupon_uses (user_id, coupon_id) where not is_renewal;

-- What made the price of a membership, for as long as it is renewed at it; null for the site's own price.
alter table :schema.subscriptions add column price_cause jsonb;
