import { before, onSites, withoutJobs, type Sabotage } from '../simulate/sabotages.ts';

/** What keeps a move right is taken away, one thing at a time, and the oracle has to notice. */
export const moveSabotages = {
  /** Nobody has the provider that was left end its series. */
  'series-not-ended': withoutJobs('end-series'),
  /** The series that was left goes on beside the new one. */
  'both-renew': onSites(
    (schema) => `
      drop index ${schema}.one_billing_series;
      create function ${schema}.sabotage() returns trigger language plpgsql as $$ begin
        if new.state <> 'billing' and old.state = 'billing' then new := old; end if; return new; end $$;
      create trigger sabotage before update on ${schema}.subscription_series for each row execute function ${schema}.sabotage();`,
  ),
  /** The new period is counted from today, and not from the end of the one that is paid. */
  'begins-today': before(
    'update',
    'subscriptions',
    `if new.account_id is distinct from old.account_id and old.ends_at > new.updated_at then
       new.ends_at := new.ends_at - (old.ends_at - new.updated_at); new.next_billing_at := new.ends_at;
       new.anchor_at := new.ends_at; new.months := 0; end if;`,
  ),
  /** A cancellation is confirmed and not kept. */
  'forgotten-cancellations': before(
    'update',
    'subscriptions',
    `if new.cancelled_at is not null and old.cancelled_at is null then
       new.cancelled_at := null; new.next_billing_at := old.next_billing_at; new.stopped_by := null; end if;`,
  ),
} satisfies Record<string, Sabotage>;

export type MoveSabotage = keyof typeof moveSabotages;
export const moveSabotageNames = Object.keys(moveSabotages) as MoveSabotage[];
