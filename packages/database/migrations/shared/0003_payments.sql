-- What providers tell us, before it is known whose it is.

create table shared.webhook_inbox (
  id uuid primary key,
  provider text not null,
  external_id text not null,
  raw bytea not null,
  headers jsonb not null default '{}',
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  error text,
  constraint one_delivery_an_event unique (provider, external_id)
);
create index webhooks_to_process on shared.webhook_inbox (received_at) where processed_at is null;

-- Which tenant a provider's reference belongs to, registered before the provider is called.
create table shared.payment_routes (
  provider text not null,
  reference text not null,
  tenant_id text not null references shared.tenants (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint one_tenant_a_payment primary key (provider, reference)
);
create index on shared.payment_routes (tenant_id);
