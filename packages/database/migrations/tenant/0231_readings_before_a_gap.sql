-- What was read of a report before a gap: the reading itself goes on from the gap's end, and a month before it stays read.
--
-- append-only: report_readings_before

create table :schema.report_readings_before (
  account_id uuid not null references :schema.provider_accounts (id),
  read_from timestamptz not null,
  read_until timestamptz not null,
  constraint one_reading_an_end primary key (account_id, read_until),
  constraint reading_has_a_length check (read_from < read_until)
);
