/** Time passes for what the database itself dates: whatever waits has waited for so much longer. */
export const passing = (schemas: readonly string[]): string => `
  create function public.pass(past interval) returns void language plpgsql as $$ begin
    update graphile_worker._private_jobs set run_at = run_at - past where run_at > now() - interval '1 day';
    ${schemas
      .map(
        (schema) => `
    update ${schema}.payment_attempts set started_at = started_at - past, ready_at = ready_at - past,
      action_expires_at = action_expires_at - past, provider_state = case when provider <> 'ccbill' then provider_state
        else jsonb_set_lax(provider_state, '{until}', to_jsonb((provider_state ->> 'until')::timestamptz - past), true, 'return_target') end
      where state in ('started', 'action', 'pending', 'unknown');
    update ${schema}.payment_reversals set claimed_at = claimed_at - past where claimed_at is not null;`,
      )
      .join('')}
  end $$`;
