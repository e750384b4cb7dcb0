-- Coins that were taken, and for which the provider gave no rate while they were watched, are asked about as well.
update :schema.crypto_payments set next_return_look_at = now()
  where state = 'confirmed' and credited_minor = 0 and next_look_at is null and next_return_look_at is null
    and started_at > now() - interval '180 days';
