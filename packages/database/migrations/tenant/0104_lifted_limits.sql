-- Who let a fan buy without the limit that holds until a photo id is accepted.

alter table :schema.users add column photo_id_accepted_by uuid references :schema.users (id) on delete set null;
