-- The books are held against the report of each provider's account: what it lists is kept once, with what of ours it is.

-- How far an account's report was read, and when it was last asked for: providers answer few requests.
create table :schema.report_readings (
  account_id uuid primary key references :schema.provider_accounts (id),
  asked_at timestamptz not null,
  -- Of the last request; null while nobody knows.
  outcome text check (outcome in ('read', 'too-soon', 'refused', 'unknown')),
  code text,
  -- What has been read without a gap; null before the first answer.
  read_from timestamptz,
  read_until timestamptz,
  constraint read_has_both_ends check ((read_from is null) = (read_until is null))
);

create table :schema.report_lines (
  id uuid primary key,
  account_id uuid not null references :schema.provider_accounts (id),
  -- `report`: the provider's. `books`: ours, which the report has not.
  source text not null check (source in ('report', 'books')),
  type text not null check (type in ('sale', 'renewal', 'refund', 'void', 'chargeback', 'cancellation', 'expiry')),
  provider_ref text not null,
  series_ref text,
  -- Our attempt's id as the provider shows it.
  reference text,
  -- Null for what moved no money; the currency also where the report names none.
  amount_minor bigint check (amount_minor > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  -- What a webhook of it tells.
  event jsonb,
  -- What of ours it is.
  attempt_id uuid references :schema.payment_attempts (id),
  reversal_id uuid references :schema.payment_reversals (id),
  ours_minor bigint,
  ours_currency text,
  state text not null check (state in ('waiting', 'agrees', 'differs', 'explained')),
  difference text check (difference in ('not_in_books', 'not_in_report', 'other_amount', 'other_currency')),
  explained_at timestamptz,
  explained_by uuid references :schema.users (id),
  note text check (note <> ''),
  constraint difference_has_a_name check ((state in ('differs', 'explained')) = (difference is not null)),
  constraint explained_says_who check (
    (state = 'explained') = (explained_at is not null) and (explained_at is null) = (explained_by is null)
    and (explained_at is null) = (note is null)
  )
);
create unique index one_line_a_happening on :schema.report_lines
  (account_id, type, provider_ref, occurred_at, coalesce(amount_minor, 0)) where source = 'report';
create unique index one_line_a_reversal on :schema.report_lines (reversal_id)
  where source = 'report' and reversal_id is not null;
create unique index one_absence_a_charge on :schema.report_lines (attempt_id)
  where source = 'books' and reversal_id is null;
create unique index one_absence_a_reversal on :schema.report_lines (reversal_id)
  where source = 'books' and reversal_id is not null;
create index lines_of_attempt on :schema.report_lines (attempt_id) where attempt_id is not null;
create index lines_by_time on :schema.report_lines (occurred_at desc, id desc);
create index lines_of_account on :schema.report_lines (account_id, occurred_at desc, id desc);
create index lines_unsettled on :schema.report_lines (account_id, occurred_at desc) where state in ('waiting', 'differs');

create index attempts_taken_of_account on :schema.payment_attempts (account_id, settled_at) where state = 'succeeded';
create index reversals_settled on :schema.payment_reversals (settled_at) where state = 'succeeded';
