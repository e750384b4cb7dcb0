-- Fraud reports of issuers (TC40), which Visa counts with disputes. No provider passes them on: staff note them.

create table :schema.fraud_reports (
  id uuid primary key,
  attempt_id uuid not null references :schema.payment_attempts (id),
  -- The beginning of the day that the report names, on the site's calendar.
  reported_at timestamptz not null,
  -- Where it stands.
  note text not null check (note <> ''),
  noted_by uuid not null references :schema.users (id),
  noted_at timestamptz not null,
  -- Noted by mistake.
  taken_back_by uuid references :schema.users (id),
  taken_back_at timestamptz,
  constraint taken_back_by_somebody check ((taken_back_by is null) = (taken_back_at is null))
);
create unique index one_fraud_report_a_payment on :schema.fraud_reports (attempt_id) where taken_back_at is null;
create index fraud_reports_by_day on :schema.fraud_reports (reported_at) where taken_back_at is null;
