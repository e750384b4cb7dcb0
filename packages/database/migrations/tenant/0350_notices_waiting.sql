-- Whether a webhook that is stored and not applied yet tells of a payment is asked before each renewal.
create index deliveries_waiting on :schema.webhook_deliveries (account_id, received_at)
  where processed_at is null and error is null;
