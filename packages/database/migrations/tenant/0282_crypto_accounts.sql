-- Accounts at the provider that payments were begun with: coins come for days, and staff may have filled in another since.

create table :schema.crypto_accounts (
  id uuid primary key,
  host text not null check (host in ('live', 'sandbox')),
  -- Of the user's name there; a new secret is the same account.
  fingerprint text not null,
  -- Sealed.
  credentials text not null,
  created_at timestamptz not null default now(),
  constraint one_row_a_crypto_account unique (host, fingerprint)
);

-- Null: begun before there were accounts, or at the stand-in.
alter table :schema.crypto_payments add column account_id uuid references :schema.crypto_accounts (id);
