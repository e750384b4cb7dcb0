-- Promotions, and every payment that was made at a promotion's price.

create table :schema.promotions (
  id uuid primary key,
  type text not null check (type in ('SUBSCRIPTION', 'LOCKED_CONTENT')),
  applicable_to text not null check (applicable_to in ('ALL_USERS', 'NEW_USERS', 'OLD_USERS')),
  ribbon_text text not null check (length(ribbon_text) <= 120),
  starts_at timestamptz not null,
  -- Of one run: a month of the site's calendar at most, an hour more where the clocks change in it.
  run_ms bigint not null check (run_ms between 1 and 2682000000),
  repeats boolean not null,
  -- Off posts for sale.
  percent integer check (percent between 10 and 80),
  -- Of a membership: the first period, and every month after it.
  initial_minor bigint check (initial_minor >= 0),
  recurring_minor bigint check (recurring_minor >= 0),
  initial_period_days integer check (initial_period_days between 1 and 30),
  currency text not null,
  -- Set when a person ends it, or when the next one of its type starts after its time.
  ended_at timestamptz check (ended_at >= starts_at),
  ended_by uuid references :schema.users (id) on delete set null,
  created_by uuid references :schema.users (id) on delete set null,
  constraint promotions_have_the_terms_of_their_type check (
    case type
      when 'SUBSCRIPTION' then percent is null
        and num_nonnulls(initial_minor, recurring_minor, initial_period_days) = 3
      else percent is not null and applicable_to = 'ALL_USERS'
        and num_nonnulls(initial_minor, recurring_minor, initial_period_days) = 0
    end)
);
create unique index one_promotion_a_type on :schema.promotions (type) where ended_at is null;
create index promotions_by_age on :schema.promotions (starts_at desc, id desc);

-- Whether a use counts is the intent's to say.
create table :schema.promotion_uses (
  intent_id uuid primary key references :schema.payment_intents (id),
  promotion_id uuid not null references :schema.promotions (id),
  user_id uuid not null references :schema.users (id),
  is_renewal boolean not null,
  -- What the fan paid less by it.
  saved_minor bigint not null check (saved_minor >= 0),
  created_at timestamptz not null
);
create index uses_of_promotion on :schema.promotion_uses (promotion_id, created_at desc, intent_id desc);
create index promotion_uses_of_fan on :schema.promotion_uses (user_id);

-- Prices move with promotions as they do with settings, and whoever remembers the ones remembers the others.
create trigger tell_promotions_changed after insert or update or delete on :schema.promotions
  for each statement execute function :schema.tell_settings_changed();
