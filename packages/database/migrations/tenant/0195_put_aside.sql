-- What a provider told and could not be applied is an open item: staff see it until it is applied or one of them saw to it.
alter table :schema.webhook_deliveries
  add column settled_at timestamptz,
  add column settled_by uuid references :schema.users (id),
  add column evidence text check (evidence <> ''),
  add constraint settled_says_who check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (evidence is null));
create index deliveries_settled on :schema.webhook_deliveries (settled_at desc) where settled_at is not null;

-- Series that a provider would go on charging after a sale that bought nothing. It is asked to end each until it confirms.
create table :schema.orphaned_series (
  id uuid primary key,
  account_id uuid not null references :schema.provider_accounts (id),
  -- The provider's id of it.
  provider_ref text not null,
  -- Whose sale began it.
  attempt_id uuid not null references :schema.payment_attempts (id),
  ending_since timestamptz not null,
  end_tries integer not null default 0,
  end_refusal text,
  -- Since when staff are told that the provider does not confirm.
  alarmed_at timestamptz,
  ended_at timestamptz,
  settled_by uuid references :schema.users (id),
  evidence text,
  constraint one_orphan_a_reference unique (account_id, provider_ref)
);
create index orphans_of_attempt on :schema.orphaned_series (attempt_id);
create index orphans_ending on :schema.orphaned_series (ending_since) where ended_at is null;
create index orphans_settled on :schema.orphaned_series (ended_at desc) where settled_by is not null;
