-- What people write under posts, versions of posts in the feed, and lists of what is sold.

create table :schema.comments (
  id uuid primary key,
  post_id uuid not null references :schema.posts (id) on delete cascade,
  user_id uuid not null references :schema.users (id) on delete cascade,
  -- The true author, also where staff act for somebody.
  written_by uuid references :schema.users (id) on delete set null,
  body text not null check (body <> ''),
  created_at timestamptz not null,
  -- Seen by its writer and staff alone.
  hidden_at timestamptz,
  hidden_by uuid references :schema.users (id) on delete set null,
  removed_at timestamptz,
  removed_by uuid references :schema.users (id) on delete set null,
  -- Name of what was declared for the site; null for comments of people.
  source_key text,
  constraint one_comment_a_source unique (source_key)
);
create index comments_of_post on :schema.comments (post_id, created_at desc, id desc) where removed_at is null;
create index comments_of_user on :schema.comments (user_id, created_at desc);

-- Who may not write comments on this site any more.
create table :schema.comment_blocks (
  user_id uuid primary key references :schema.users (id) on delete cascade,
  blocked_by uuid references :schema.users (id) on delete set null,
  created_at timestamptz not null
);

-- The walk along the feed passes over versions that were replaced: the index says which without the row.
create index posts_walked on :schema.posts (publish_at desc, id desc) include (reuse_of, replaced_at)
  where deleted_at is null and media_waiting = 0 and media_failed = 0;
drop index :schema.posts_in_feed;
alter index :schema.posts_walked rename to posts_in_feed;
create index posts_walked on :schema.posts (publish_at desc, id desc) include (replaced_at) where deleted_at is null;
drop index :schema.posts_of_staff;
alter index :schema.posts_walked rename to posts_of_staff;

-- Galleries: what is open by itself, and the rarer posts with films.
create index posts_open on :schema.posts (visibility, publish_at desc, id desc)
  where deleted_at is null and media_waiting = 0 and media_failed = 0 and visibility <> 'locked';
create index posts_with_films on :schema.posts (visibility, publish_at desc, id desc)
  where deleted_at is null and media_waiting = 0 and media_failed = 0 and video_count > 0;

create index posts_for_sale on :schema.posts (publish_at desc, id desc) where deleted_at is null and visibility = 'locked';
create index posts_in_category on :schema.posts (category_id) where category_id is not null;
create index entitlements_by_age on :schema.entitlements (user_id, granted_at desc, id desc) where kind = 'post' and revoked_at is null;
create index sales_of_post on :schema.payment_intents (content_id, settled_at desc, id desc) include (amount_minor) where kind = 'post' and state = 'succeeded';
