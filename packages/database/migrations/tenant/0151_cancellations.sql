-- Why fans cancel: a row each time, so that a later membership's reason does not take the place of an earlier one's.

create table :schema.subscription_cancellations (
  id uuid primary key,
  subscription_id uuid not null references :schema.subscriptions (id),
  user_id uuid not null references :schema.users (id),
  at timestamptz not null,
  -- A text id of ours or a site's own words; null where the site asked for none. `other`: in the fan's words.
  reason text,
  other text,
  is_complimentary boolean not null default false,
  -- Taken back by the fan before the end.
  undone_at timestamptz
);
create index cancellations_by_age on :schema.subscription_cancellations (at desc, id desc);
create index cancellations_of_subscription on :schema.subscription_cancellations (subscription_id, at desc);

insert into :schema.subscription_cancellations (id, subscription_id, user_id, at, reason, other, undone_at)
  select gen_random_uuid(), s.id, s.user_id, e.at, e.facts ->> 'reason', case when e.at = s.cancelled_at then s.cancel_other end,
    (select min(u.at) from :schema.subscription_events u where u.subscription_id = e.subscription_id and u.kind = 'cancel_undone' and u.at >= e.at
      and not exists (select 1 from :schema.subscription_events n where n.subscription_id = e.subscription_id and n.kind = 'cancelled' and n.at > e.at and n.at < u.at))
  from :schema.subscription_events e join :schema.subscriptions s on s.id = e.subscription_id where e.kind = 'cancelled';
