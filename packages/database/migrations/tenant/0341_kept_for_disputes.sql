-- What a bank asks for when a payment is disputed, kept as long as that may happen: when what was paid for was opened and
-- from where, log-ins of those who paid, and that a receipt was sent.

-- On a day (UTC) the browser of a fan was given a picture or film of what they paid for: one row, of the first time.
create table :schema.media_views (
  id uuid primary key,
  user_id uuid not null references :schema.users (id) on delete cascade,
  -- The purchase; null for what their membership opened.
  entitlement_id uuid references :schema.entitlements (id) on delete cascade,
  day date not null,
  at timestamptz not null,
  address text not null,
  user_agent text not null
);
create unique index one_view_a_day on :schema.media_views (user_id, entitlement_id, day) nulls not distinct;
create index media_views_by_day on :schema.media_views (day);

-- Sessions that are gone, of people who had paid. The id is the session's.
create table :schema.log_ins (
  id uuid primary key,
  user_id uuid not null references :schema.users (id) on delete cascade,
  at timestamptz not null,
  address text,
  user_agent text
);
create index log_ins_of_user on :schema.log_ins (user_id, at);
create index log_ins_by_age on :schema.log_ins (at);

-- The receipt of a purchase was handed to the mail server: the first time.
create table :schema.sent_receipts (
  intent_id uuid primary key references :schema.payment_intents (id),
  sent_at timestamptz not null,
  address text not null
);
create index sent_receipts_by_age on :schema.sent_receipts (sent_at);
