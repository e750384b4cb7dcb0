-- How full the allowance of an account, a line to the internet or a device is, over all processes: each try moves the
-- moment at which it will be empty again. Milliseconds since 1970. Lost when the database crashes, which harms nobody.

create unlogged table shared.levels (
  key text primary key,
  empty_at bigint not null,
  leak_ms bigint not null,
  added_ms bigint not null
);
create index levels_by_end on shared.levels (empty_at);
