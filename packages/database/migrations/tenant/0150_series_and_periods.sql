-- Who charges a membership again, and what each stretch of it came from. A membership has several series, one after the
-- other, and one of them charges: that is what keeps a change of card, account or provider from charging twice.

create table :schema.subscription_series (
  id uuid primary key,
  subscription_id uuid not null references :schema.subscriptions (id),
  -- Null where nothing is charged.
  account_id uuid references :schema.provider_accounts (id),
  -- The provider's id of a series that it drives by itself; null where we drive it.
  provider_ref text,
  -- The card that it began with.
  instrument_id uuid references :schema.payment_instruments (id),
  -- `ending`: we asked the provider to stop, and it has not said yes yet.
  state text not null check (state in ('billing', 'ending', 'ended')),
  -- The next charge; null when none is to come, or a new card is waited for.
  next_at timestamptz,
  started_at timestamptz not null,
  ending_since timestamptz,
  end_tries integer not null default 0,
  end_refusal text,
  -- Since when staff are told that the provider does not confirm.
  alarmed_at timestamptz,
  ended_at timestamptz,
  -- Of one that staff ended at the provider's.
  settled_by uuid references :schema.users (id),
  evidence text,
  constraint only_providers_confirm check (state <> 'ending' or (provider_ref is not null and ending_since is not null)),
  constraint ended_says_when check ((state = 'ended') = (ended_at is not null))
);
create unique index one_billing_series on :schema.subscription_series (subscription_id) where state = 'billing';
create unique index one_series_a_reference on :schema.subscription_series (account_id, provider_ref) where provider_ref is not null;
create index series_of_subscription on :schema.subscription_series (subscription_id, started_at desc);
create index series_of_account on :schema.subscription_series (account_id) where account_id is not null;
create index series_of_instrument on :schema.subscription_series (instrument_id) where instrument_id is not null;
create index series_ending on :schema.subscription_series (ending_since) where state = 'ending';
create index series_settled on :schema.subscription_series (ended_at desc) where settled_by is not null;

create table :schema.subscription_periods (
  id uuid primary key,
  subscription_id uuid not null references :schema.subscriptions (id),
  series_id uuid references :schema.subscription_series (id),
  starts_at timestamptz not null,
  -- Null is for ever.
  ends_at timestamptz,
  cause text not null check (cause in ('paid', 'granted', 'provider_renewal')),
  -- The payment; null for a price of nothing.
  transaction_id uuid references :schema.ledger_transactions (id),
  granted_by uuid references :schema.users (id),
  reason text,
  recorded_at timestamptz not null,
  -- Ended before its end: given back, charged back, revoked.
  cut_at timestamptz,
  constraint granted_by_somebody check ((cause = 'granted') = (granted_by is not null)),
  constraint periods_end_after_they_start check (ends_at > starts_at)
);
create unique index one_period_a_start on :schema.subscription_periods (subscription_id, starts_at) where cut_at is null;
create unique index one_period_a_payment on :schema.subscription_periods (transaction_id) where transaction_id is not null;
create index periods_of_series on :schema.subscription_periods (series_id) where series_id is not null;

alter table :schema.subscriptions
  add column stopped_by text,
  add column decline_class text,
  add column retry_at timestamptz,
  -- When the fan last put off what is said about a renewal at risk.
  add column rebill_notified_at timestamptz;
update :schema.subscriptions set retry_at = next_billing_at, decline_class = case rebill_decline_reason
    when 'insufficient-funds' then 'insufficient-funds' when 'try-later' then 'try-later' else 'soft' end
  where failed_renewals > 0 and ended_at is null and cancelled_at is null;
update :schema.subscriptions s set stopped_by = case
    when s.ended_at is not null and s.failed_renewals > 0 and s.cancelled_at is null then 'lapse'
    else coalesce((select case e.kind when 'refunded' then 'refund' when 'charged_back' then 'chargeback' when 'revoked' then 'staff' else 'fan' end
      from :schema.subscription_events e where e.subscription_id = s.id and e.kind in ('cancelled', 'refunded', 'charged_back', 'revoked')
      order by e.at desc, e.id desc limit 1), 'fan') end
  where s.ended_at is not null or s.cancelled_at is not null;
create index subscriptions_waiting on :schema.subscriptions (ends_at)
  where failed_renewals > 0 and ended_at is null and cancelled_at is null;

-- What kinds there are, the code says.
alter table :schema.subscription_events drop constraint subscription_events_kind_check;
alter table :schema.subscription_events add constraint subscription_events_kind_check check (kind ~ '^[a-z][a-z_]*$');

insert into :schema.subscription_series (id, subscription_id, account_id, instrument_id, state, next_at, started_at, ended_at)
  select gen_random_uuid(), s.id, s.account_id,
    (select a.instrument_id from :schema.payment_intents i join :schema.payment_attempts a on a.intent_id = i.id and a.state = 'succeeded'
      where i.user_id = s.user_id and i.kind in ('membership', 'renewal') and a.account_id = s.account_id order by a.started_at desc limit 1),
    case when b.is_billing then 'billing' else 'ended' end, case when b.is_billing then s.next_billing_at end, s.started_at,
    case when not b.is_billing then coalesce(s.cancelled_at, s.ended_at, s.updated_at) end
  from :schema.subscriptions s cross join lateral (
    select s.cancelled_at is null and s.ended_at is null and not s.is_complimentary and s.ends_at is not null as is_billing
  ) b where b.is_billing or s.account_id is not null;

-- A renewal follows the period before, unless that one had ended without access.
insert into :schema.subscription_periods (id, subscription_id, series_id, starts_at, ends_at, cause, transaction_id, recorded_at, cut_at)
  select gen_random_uuid(), p.subscription_id, r.id, p.starts_at, p.ends_at, 'paid', p.transaction_id, p.at,
    case when s.ended_at < coalesce(p.ends_at, 'infinity') and s.ended_at >= p.starts_at then s.ended_at end
  from (
    select e.subscription_id, e.at, e.ends_at, e.transaction_id,
      case when e.kind = 'started' or before.ends_at is null or closed.id is not null then e.at else before.ends_at end as starts_at
    from :schema.subscription_events e left join lateral (
      select b.ends_at, b.at from :schema.subscription_events b where b.subscription_id = e.subscription_id
        and b.kind in ('started', 'renewed') and (b.at, b.id) < (e.at, e.id) order by b.at desc, b.id desc limit 1
    ) before on true left join lateral (
      select c.id from :schema.subscription_events c where c.subscription_id = e.subscription_id
        and c.kind in ('renewal_failed', 'expired') and c.at >= before.at and c.at <= e.at limit 1
    ) closed on true
    where e.kind in ('started', 'renewed')
  ) p join :schema.subscriptions s on s.id = p.subscription_id
    left join lateral (select id from :schema.subscription_series x where x.subscription_id = s.id and x.account_id is not null) r on p.transaction_id is not null
  where p.ends_at is null or p.ends_at > p.starts_at
  on conflict do nothing;
