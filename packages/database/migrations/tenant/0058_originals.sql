-- Originals. They are compared by their bytes, so that what was sold is known again when it is uploaded again, and a
-- film's trailer is made from the film's own.

alter table :schema.media
  -- Of a trailer: the film that it is a stretch of, whose original it shares, and where that stretch begins.
  add column trailer_of uuid references :schema.media (id) on delete set null,
  add column trailer_start_ms integer constraint trailers_begin_in_their_film check (trailer_start_ms >= 0);

create index media_by_digest on :schema.media (sha256) where sha256 is not null;
create index media_by_original on :schema.media (original_random);
create index trailers_of_film on :schema.media (trailer_of, trailer_start_ms) where trailer_of is not null;
create index media_without_digest on :schema.media (id)
  where sha256 is null and state = 'ready' and purged_at is null and trailer_start_ms is null;

-- Who gave a whole file away that the post sells, having been asked, and when.
alter table :schema.post_media
  add column given_by uuid references :schema.users (id) on delete set null,
  add column given_at timestamptz,
  add constraint only_previews_are_given_away check (given_at is null or is_preview);
