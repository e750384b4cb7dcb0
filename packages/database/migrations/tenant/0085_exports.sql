-- Lists that staff take away as files. Written by a job where there are many rows, and kept for a day.

create table :schema.exports (
  id uuid primary key,
  user_id uuid not null references :schema.users (id) on delete cascade,
  -- What was asked for: list and filters, as the call had them.
  ask jsonb not null,
  language text not null,
  state text not null check (state in ('working', 'ready', 'failed')),
  file_name text not null,
  rows int not null default 0,
  parts int not null default 0,
  created_at timestamptz not null
);
-- Asked for twice, it is one file.
create unique index one_export_under_way on :schema.exports (user_id, md5(ask::text)) where state = 'working';
create index exports_by_age on :schema.exports (created_at);

create table :schema.export_parts (
  export_id uuid not null references :schema.exports (id) on delete cascade,
  part int not null,
  csv text not null,
  primary key (export_id, part)
);
