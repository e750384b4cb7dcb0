-- One person on the platform; what they are on a site is a row of that site.

create table shared.identities (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text,
  -- When the mailbox was proved by a link in a mail.
  proved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint one_identity_an_email unique (email)
);

create table shared.identity_sites (
  identity_id uuid not null references shared.identities (id) on delete cascade,
  tenant_id text not null references shared.tenants (id) on delete cascade,
  user_id uuid not null,
  joined_at timestamptz not null default now(),
  primary key (identity_id, tenant_id),
  constraint one_identity_a_user unique (tenant_id, user_id)
);

-- append-only: audit_log
create table shared.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_identity_id uuid,
  tenant_id text,
  action text not null,
  subject text,
  data jsonb not null default '{}'
);
create index on shared.audit_log (tenant_id, at);
