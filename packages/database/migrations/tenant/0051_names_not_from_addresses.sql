-- Who gave no name was called after the address: what stands before the at sign, split at . _ + -, the first two parts
-- with a letter, capitalised; where no part has a letter, all of it. Such a name becomes 'Fan' and a number.
update :schema.users u set name = 'Fan ' || (10000 + floor(random() * 90000))::integer
from (
  select a.id, left(coalesce((
    select string_agg(p.part, ' ' order by p.place) from (
      select part, place from regexp_split_to_table(a.local, '[._+-]+') with ordinality as split (part, place)
      where translate(part, '0123456789!#$%&''*/=?^`{|}~', '') <> '' order by place limit 2
    ) p), a.local), 80) as name
  from (select id, split_part(email, '@', 1) as local from :schema.users) a
) derived
where derived.id = u.id and lower(u.name) = lower(derived.name);
