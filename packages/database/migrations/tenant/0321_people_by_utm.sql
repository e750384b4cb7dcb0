-- Staff see who came with UTM parameters, by when they registered, their source and their campaign.

create index users_by_utm on :schema.users (created_at desc, id desc) where utm is not null and role = 'user';
create index users_by_utm_source on :schema.users ((utm ->> 'source'), created_at desc, id desc)
  where utm is not null and role = 'user';
create index users_by_utm_campaign on :schema.users ((utm ->> 'campaign'), created_at desc, id desc)
  where utm is not null and role = 'user';
