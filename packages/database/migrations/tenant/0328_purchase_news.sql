-- Up to when those who are told of purchases were mailed of them: a row a mail, after one of when they began.

-- append-only: purchase_news
create table :schema.purchase_news (
  told_until timestamptz primary key,
  told_at timestamptz not null
);
