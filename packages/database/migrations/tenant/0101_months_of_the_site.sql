-- Months are counted on the site's calendar, as it was when the membership began; those from before go on as they were promised.

alter table :schema.subscriptions add column anchor_zone text not null default 'UTC';
