import type { Harness } from './open-harness.ts';

export type Sabotage = (harness: Harness) => Promise<void>;

/** On each site's schema, as its owner. */
export const onSites =
  (statements: (schema: string) => string): Sabotage =>
  async ({ owner, schemas }) => {
    for (const schema of Object.values(schemas)) await owner.query(statements(schema));
  };

/** A trigger that does harm before a row is written. */
export const before = (what: 'insert' | 'update' | 'insert or update', table: string, harm: string): Sabotage =>
  onSites(
    (schema) => `
      create function ${schema}.sabotage() returns trigger language plpgsql as $$ begin ${harm} return new; end $$;
      create trigger sabotage before ${what} on ${schema}.${table} for each row execute function ${schema}.sabotage();`,
  );

/** Jobs of this name are thrown away instead of being kept. */
export const withoutJobs =
  (name: string): Sabotage =>
  async ({ owner }) => {
    await owner.query(`
      create function public.sabotage() returns trigger language plpgsql as $$ begin
        if new.task_id = (select id from graphile_worker._private_tasks where identifier = '${name}') then return null; end if;
        return new;
      end $$;
      create trigger sabotage before insert on graphile_worker._private_jobs for each row execute function public.sabotage();`);
  };

/**
 * What keeps money right is taken away, one thing at a time, and the oracle has to webhook. These are the simulator's alone:
 * the product has no such switches.
 */
export const sabotages = {
  /** Of a charge whose answer was lost it is believed that it was not made. */
  'guessed-ends': onSites(
    (schema) => `
      create function ${schema}.sabotage() returns trigger language plpgsql as $$ begin
        if new.state = 'unknown' then
          new.state := 'absent'; new.settled_at := now();
          update ${schema}.payment_intents set state = 'abandoned', settled_at = now() where id = new.intent_id;
        end if;
        return new;
      end $$;
      create trigger sabotage before update on ${schema}.payment_attempts for each row execute function ${schema}.sabotage();`,
  ),
  /** The books lose a cent of some sales, and nobody checks their sums. */
  'unchecked-books': onSites(
    (schema) => `
      drop trigger check_written on ${schema}.ledger_entries; drop trigger check_written on ${schema}.ledger_transactions;
      create function ${schema}.sabotage() returns trigger language plpgsql as $$ begin
        if new.amount_minor < -600 then new.amount_minor := new.amount_minor + 1; end if; return new; end $$;
      create trigger sabotage before insert on ${schema}.ledger_entries for each row execute function ${schema}.sabotage();`,
  ),
  /** A cancellation is confirmed and not kept. */
  'forgotten-cancellations': before(
    'update',
    'subscriptions',
    `if new.cancelled_at is not null and old.cancelled_at is null then
       new.cancelled_at := null; new.next_billing_at := old.next_billing_at; new.stopped_by := null; end if;`,
  ),
  /** What providers tell is stored, and nobody acts on it. */
  'unread-webhooks': withoutJobs('apply-payment-notice'),
  /** Money that is to go back is never asked for. */
  'unsent-refunds': withoutJobs('refund-payment'),
  /** What was given back stays open. */
  'unrevoked-posts': before('update', 'entitlements', 'new.revoked_at := old.revoked_at;'),
  /** Some of what was paid for is locked again. */
  'lost-posts': before('insert', 'entitlements', `new.revoked_at := new.granted_at; new.revoke_reason := 'staff';`),
} satisfies Record<string, Sabotage>;

export type SabotageName = keyof typeof sabotages;
export const sabotageNames = Object.keys(sabotages) as SabotageName[];
