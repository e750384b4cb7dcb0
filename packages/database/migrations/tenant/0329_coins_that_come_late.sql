-- Addresses that nothing came to while they were watched are asked about as well, as those of credited payments are.
update :schema.crypto_payments set next_return_look_at = now()
  where state in ('waiting', 'cancelled') and next_look_at is null and next_return_look_at is null
    and started_at > now() - interval '180 days';
