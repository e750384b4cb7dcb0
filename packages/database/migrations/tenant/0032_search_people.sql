-- Staff look for people by the beginning of any word of name or address. `simple` and `translate` are
-- immutable and in every Postgres, where pg_trgm may be missing.
create index users_by_words on :schema.users
  using gin (to_tsvector('pg_catalog.simple'::regconfig, translate(name || ' ' || email, '@._+-', '     ')));
