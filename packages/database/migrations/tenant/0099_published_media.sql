-- Files of the library that everybody was shown as a part of the site's look: each is a copy at a path of its own.

create table :schema.published_media (
  media_id uuid not null references :schema.media (id) on delete cascade,
  path text not null,
  published_at timestamptz not null,
  primary key (media_id, path)
);
