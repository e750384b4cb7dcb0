-- What staff are told of. One row an event; what a person has read is an instant a kind.

create table :schema.notices (
  id uuid primary key,
  kind text not null check (kind in ('purchased', 'subscription')),
  user_id uuid not null references :schema.users (id) on delete cascade,
  content_id uuid,
  created_at timestamptz not null
);
create index notices_by_age on :schema.notices (kind, created_at desc);

create table :schema.notice_reads (
  user_id uuid not null references :schema.users (id) on delete cascade,
  kind text not null,
  read_at timestamptz not null,
  primary key (user_id, kind)
);
