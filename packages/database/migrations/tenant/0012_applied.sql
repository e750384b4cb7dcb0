-- What a declaration has brought about once and for all, so that a start does not do it again.

create table :schema.applied (
  name text primary key,
  applied_at timestamptz not null
);
