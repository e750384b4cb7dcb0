-- What is paid for a stretch of time is earned over it: owed as service until then, a share a day.
--
-- append-only: recognised_days

create table :schema.deferred_sales (
  id uuid primary key,
  -- The sale that was credited to deferred revenue.
  transaction_id uuid not null references :schema.ledger_transactions (id),
  -- The revenue that it becomes.
  revenue text not null check (revenue ~ '^[a-z][a-z_]*_revenue$'),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Money went back: nothing more of this row is earned. What is left of the sale goes on in another.
  ended_at timestamptz,
  constraint earned_after_it_starts check (ends_at > starts_at)
);
create index deferred_by_end on :schema.deferred_sales (ends_at) where ended_at is null;
create index deferred_of_sale on :schema.deferred_sales (transaction_id);

-- Each day of the site that was booked as earned, once.
create table :schema.recognised_days (
  id uuid primary key,
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The midnight that ended it, on the site's clock of that time.
  until timestamptz not null,
  constraint one_booking_a_day unique (day, currency)
);
create index recognised_by_end on :schema.recognised_days (until desc);
