alter table :schema.users
  -- When a link in a mail, or a browser that was logged in, showed that the mailbox is this person's.
  add column email_proved_at timestamptz,
  -- The address this account was opened with until somebody else proved the mailbox. With the account's
  -- own password it still leads here.
  add column former_email_key text;
create index users_by_former_email on :schema.users (former_email_key) where former_email_key is not null;

-- Accounts from before are taken as their addresses' own where something hangs on them.
update :schema.users set email_proved_at = created_at where role <> 'user' or first_subscribed_at is not null;
