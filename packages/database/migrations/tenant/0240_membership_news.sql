-- Up to when the creator was told by mail what changed about the site's members: a row a mail, after one of when they began.

-- append-only: membership_news
create table :schema.membership_news (
  told_until timestamptz primary key,
  told_at timestamptz not null
);
