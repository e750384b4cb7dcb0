-- What a provider's own statement says of a month, as staff entered it: each entry is booked, and a mistake is taken back by
-- another that names it.
--
-- append-only: provider_statements

create table :schema.provider_statements (
  id uuid primary key,
  account_id uuid not null references :schema.provider_accounts (id),
  -- Its first day, on the site's calendar.
  month date not null check (extract(day from month) = 1),
  fees_minor bigint not null check (fees_minor >= 0),
  reserve_held_minor bigint not null check (reserve_held_minor >= 0),
  reserve_released_minor bigint not null check (reserve_released_minor >= 0),
  paid_out_minor bigint not null check (paid_out_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text not null check (note <> ''),
  entered_by uuid not null references :schema.users (id),
  entered_at timestamptz not null,
  -- The entry that this one takes back, with the same figures.
  takes_back_id uuid references :schema.provider_statements (id),
  -- Of the caller, if one came; and what was asked for.
  request_key text,
  request_hash text not null,
  constraint statement_has_figures check (fees_minor + reserve_held_minor + reserve_released_minor + paid_out_minor > 0),
  constraint taken_back_once unique (takes_back_id),
  constraint one_statement_a_request unique (entered_by, request_key)
);
create index provider_statements_of_month on :schema.provider_statements (month, id desc);
create index provider_statements_of_account on :schema.provider_statements (account_id, id desc);
