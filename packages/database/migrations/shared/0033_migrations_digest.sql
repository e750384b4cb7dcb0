-- What a tenant's schema was last brought up to, in one value: a digest of all files of the tenant track. A start that finds
-- the digest of its own files there looks no further; null or another, and it compares file by file.

alter table shared.tenants add column migrations_digest text;
