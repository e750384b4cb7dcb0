-- What the creator of a new site did that no other row tells: the address was taken to share, the list was put away.

create table :schema.first_steps (
  step text primary key check (step in ('share', 'hidden')),
  done_at timestamptz not null,
  done_by uuid
);
