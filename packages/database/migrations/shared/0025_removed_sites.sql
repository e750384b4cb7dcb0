-- A site that is to go is suspended until this instant; nothing of it is deleted before.

alter table shared.tenants add column remove_after timestamptz;
