-- Who changed what in the settings, so that it can be looked up and undone.

-- append-only: setting_changes
create table :schema.setting_changes (
  id uuid primary key,
  changed_at timestamptz not null,
  changed_by uuid,
  -- As they were called then.
  changed_by_name text not null,
  -- What was saved together.
  keys text[] not null,
  -- A row a key: {key, before, after}; without `before` or `after` it is the default. Secrets without either.
  changed jsonb not null,
  undoes uuid references :schema.setting_changes (id)
);
create index setting_changes_by_key on :schema.setting_changes using gin (keys);
