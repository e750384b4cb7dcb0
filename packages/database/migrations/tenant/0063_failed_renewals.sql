-- Why the last renewal failed, as far as the provider told; what a membership opens is counted at the point of sale.

alter table :schema.subscriptions add column rebill_decline_reason text;

create index posts_for_members on :schema.posts (publish_at desc, id desc) include (reuse_of, replaced_at)
  where deleted_at is null and media_waiting = 0 and media_failed = 0 and visibility = 'private';
