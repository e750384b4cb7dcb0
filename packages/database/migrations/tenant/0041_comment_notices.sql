-- Staff are told of comments and likes too.

alter table :schema.notices drop constraint notices_kind_check;
alter table :schema.notices add constraint notices_kind_check check (kind in ('purchased', 'subscription', 'comment', 'like'));
