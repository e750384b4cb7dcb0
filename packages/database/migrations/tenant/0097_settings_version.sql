-- The settings' version grows with every change, also where a setting is taken back or two changes are of one instant.

create table :schema.settings_version (
  only_one boolean primary key default true check (only_one),
  version bigint not null
);
insert into :schema.settings_version (version)
  select coalesce(max(floor(extract(epoch from updated_at) * 1000)), 0)::bigint from :schema.settings;

create or replace function :schema.tell_settings_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    update :schema.settings_version
      set version = greatest(version + 1, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
    perform pg_catalog.pg_notify('settings_changed', right(tg_table_schema, 12));
    return null;
  end $$;

-- How far a film is crosses from process to process by the bus.
drop trigger tell_media_progress on :schema.media;
drop function :schema.tell_media_progress();
