-- Memberships that the resubscribe offer brought back, and what was paid for them.

create table :schema.resubscribe_uses (
  intent_id uuid primary key references :schema.payment_intents (id),
  user_id uuid not null references :schema.users (id),
  is_renewal boolean not null,
  -- The terms as they were taken: -1 for ever, n months that cost nothing.
  free_months integer not null check (free_months >= -1),
  recurring_minor bigint not null check (recurring_minor >= 0),
  currency text not null,
  -- What the fan paid less by it.
  saved_minor bigint not null check (saved_minor >= 0),
  created_at timestamptz not null
);
create index resubscriptions_by_age on :schema.resubscribe_uses (created_at desc, intent_id desc) where not is_renewal;
create index resubscriptions_of_fan on :schema.resubscribe_uses (user_id, created_at);

-- Reports of them, written by a job and kept for a month.
create table :schema.resubscription_reports (
  id uuid primary key,
  requested_by uuid references :schema.users (id) on delete set null,
  state text not null check (state in ('working', 'ready', 'failed')),
  -- Days of the site's calendar, and the instants that they mean.
  from_day text,
  to_day text,
  since timestamptz,
  until timestamptz,
  rows integer not null default 0,
  amount_minor bigint not null default 0,
  created_at timestamptz not null,
  constraint reports_end_after_they_start check (since < until)
);
-- Asked for twice, it is one report.
create unique index one_resubscription_report_under_way on :schema.resubscription_reports
  (coalesce(since, '-infinity'), coalesce(until, 'infinity')) where state = 'working';
create index resubscription_reports_by_age on :schema.resubscription_reports (created_at desc, id desc);

create table :schema.resubscription_report_rows (
  report_id uuid not null references :schema.resubscription_reports (id) on delete cascade,
  place integer not null,
  intent_id uuid not null references :schema.payment_intents (id),
  user_id uuid not null references :schema.users (id),
  happened_at timestamptz not null,
  free_months integer not null,
  recurring_minor bigint not null,
  first_minor bigint not null,
  renewals integer not null,
  renewal_minor bigint not null,
  primary key (report_id, place)
);
create index resubscription_report_rows_of_fan on :schema.resubscription_report_rows (user_id);
create index resubscription_report_rows_of_intent on :schema.resubscription_report_rows (intent_id);
