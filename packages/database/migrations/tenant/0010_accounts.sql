-- A person on this site. `identity_id` names a shared row by id only: no key crosses schemas.

create table :schema.users (
  id uuid primary key,
  identity_id uuid,
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  name text not null,
  role text not null check (role in ('user', 'content_manager', 'model', 'admin', 'support', 'sub_admin', 'live_stream_manager')),
  -- Only until the account has joined its identity; then the identity's password is the one.
  password_hash text,
  password_changed_at timestamptz not null default now(),
  language text,
  avatar_key text,
  status text not null default 'active' check (status in ('active', 'blocked')),
  first_subscribed_at timestamptz,
  photo_id_accepted_at timestamptz,
  utm jsonb,
  created_at timestamptz not null default now(),
  constraint one_account_an_email unique (email_key),
  constraint one_account_an_identity unique (identity_id),
  constraint a_password_or_an_identity check (identity_id is not null or password_hash is not null)
);
create unique index one_creator_a_site on :schema.users (role) where role = 'model';
create index users_by_age on :schema.users (created_at, id);
create index users_by_role on :schema.users (role, created_at desc, id desc);

create table :schema.sessions (
  id uuid primary key,
  user_id uuid not null references :schema.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text,
  user_agent text
);
create index sessions_of_user on :schema.sessions (user_id) where revoked_at is null;
create index sessions_by_end on :schema.sessions (expires_at);

create table :schema.password_resets (
  id uuid primary key,
  user_id uuid not null references :schema.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index resets_of_user on :schema.password_resets (user_id) where used_at is null;

-- What differs from the definitions' defaults. Secrets are sealed before they come here.
create table :schema.settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

create table :schema.pages (
  slug text primary key,
  title text not null,
  html text not null,
  updated_at timestamptz not null default now()
);
