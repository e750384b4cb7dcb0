-- The list of fans by name.
create index fans_by_name on :schema.users (lower(name), id) where role = 'user';
