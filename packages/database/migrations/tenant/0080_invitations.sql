-- An invitation to work on this site: how its first person comes to it, and its staff.

create table :schema.invitations (
  id uuid primary key,
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  role text not null check (role in ('content_manager', 'model', 'admin', 'support', 'sub_admin', 'live_stream_manager')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the link went to the mailbox and nowhere else: using it then proves the mailbox.
  mailed_at timestamptz,
  withdrawn_at timestamptz,
  accepted_at timestamptz,
  user_id uuid references :schema.users (id) on delete set null
);
create unique index one_open_invitation_an_address on :schema.invitations (email_key) where accepted_at is null and withdrawn_at is null;
create index invitations_of_user on :schema.invitations (user_id);
