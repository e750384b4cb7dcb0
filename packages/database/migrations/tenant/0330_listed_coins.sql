-- The provider of coins lists an account's payments, page after page: how far its list was read, and what it has that is no
-- payment of ours.

create table :schema.coin_list_readings (
  account_id uuid primary key references :schema.crypto_accounts (id),
  -- When it is asked next. A reading that is under way has taken its turn until then.
  next_at timestamptz not null,
  -- Where the next page begins, and when this walk through the list began.
  next_offset integer not null default 0 check (next_offset >= 0),
  begun_at timestamptz not null,
  -- Payments on its pages so far that can't be read.
  unreadable integer not null default 0 check (unreadable >= 0),
  -- How the last walk ended; null while nobody knows.
  outcome text check (outcome in ('read', 'refused', 'unknown')),
  code text,
  -- When the last walk began that came to the end.
  read_until timestamptz
);

-- Accepted there, and not in the books.
create table :schema.coins_unknown (
  id uuid primary key,
  account_id uuid not null references :schema.crypto_accounts (id),
  provider_payment_id text not null,
  -- What the invoice came to, in its currency.
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  explained_at timestamptz,
  explained_by uuid references :schema.users (id),
  note text check (note <> ''),
  constraint unknown_coins_once unique (account_id, provider_payment_id),
  constraint explained_says_who check (
    (explained_at is null) = (explained_by is null) and (explained_at is null) = (note is null)
  )
);
create index coins_unknown_by_time on :schema.coins_unknown (occurred_at desc, id desc);
create index crypto_payments_of_account on :schema.crypto_payments (account_id, pos_id);
