-- What browsers report that a page's policy kept them from running or loading (PCI DSS 11.6.1): one row for the same thing
-- in the same place, however often it is reported.

create table :schema.policy_reports (
  id uuid primary key,
  -- As the policy names it: `script-src-elem`.
  directive text not null,
  -- Origin and path, or a word for what has none: `inline`.
  blocked text not null,
  -- First part of the page's path: addresses may hold what is nobody's business.
  page text not null,
  times bigint not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- When the log was told of it last.
  told_at timestamptz,
  constraint a_report_once unique (directive, blocked, page)
);
create index policy_reports_by_time on :schema.policy_reports (last_at);
