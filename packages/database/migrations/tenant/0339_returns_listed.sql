-- Staff page through all that went back, or what went back in one way, the newest first.
create index reversals_listed on :schema.payment_reversals (created_at desc, id desc);
create index reversals_of_kind on :schema.payment_reversals (kind, created_at desc, id desc);
