import type { Harness } from './open-harness.ts';

/** Answers what undoes it, where it is not in the database, which is thrown away. */
export type Sabotage = (harness: Harness) => Promise<(() => void) | void>;

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

interface Sent {
  text: string;
}
interface Connection {
  parse(query: Sent, more?: boolean): unknown;
  query(text: string): unknown;
}

/** Every statement is sent without something. */
const without =
  (from: RegExp, what: RegExp): Sabotage =>
  async ({ owner }) => {
    const { connection } = owner as unknown as { connection: Connection };
    const prototype = Object.getPrototypeOf(connection) as Connection;
    const { parse, query } = prototype;
    const spoiled = (text: string): string => (from.test(text) ? text.replace(what, '') : text);
    prototype.parse = function (this: Connection, sent, more) {
      sent.text = spoiled(sent.text);
      return parse.call(this, sent, more);
    };
    prototype.query = function (this: Connection, text) {
      return query.call(this, spoiled(text));
    };
    return () => void Object.assign(prototype, { parse, query });
  };

/** What is to be taken away when its money went back is found to be something else. */
const withoutWithdrawal =
  (...kinds: readonly string[]): Sabotage =>
  async ({ server }) => {
    const undone = kinds.map((kind) => {
      const sold = server().ctx.sells.get(kind) as { withdraw: unknown };
      const { withdraw } = sold;
      sold.withdraw = async () => false;
      return () => void (sold.withdraw = withdraw);
    });
    return () => undone.forEach((undo) => undo());
  };

/**
 * What keeps money right is taken away, one thing at a time, and the oracle has to notice. These are the simulator's alone:
 * the product has no such switches.
 */
export const sabotages = {
  /** A bound: of a charge whose answer was lost it is believed at once that it was not made. */
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
  /** A trigger: the books lose a cent of some sales, and nobody checks their sums. */
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
  /** A lock: two changes of a membership at once, of which one is lost. */
  'unheld-memberships': without(/"subscriptions"/, / for update( skip locked)?/g),
  /** An index: nothing recognises what was sent before, so nothing of what providers send can be kept. */
  'unindexed-webhooks': onSites(
    (schema) => `alter table ${schema}.webhook_deliveries drop constraint one_delivery_an_event;`,
  ),
  /** A check in code: nobody asks whether what went back had paid for the membership. */
  'unended-memberships': withoutWithdrawal('membership', 'renewal', 'migration'),
  /** The later price of an offer or a coupon is forgotten. */
  'forgotten-prices': before(
    'insert or update',
    'subscriptions',
    'if new.recurring_minor between 1 and 1998 then new.recurring_minor := 1999; end if;',
  ),
  /** Half of what staff give. */
  'short-gifts': before(
    'insert or update',
    'subscriptions',
    `if new.is_complimentary and new.ended_at is null then new.ends_at := new.ends_at - interval '15 days'; end if;`,
  ),
  /** Wallets lose a cent of what is spent. */
  'leaking-wallets': before(
    'update',
    'fan_wallets',
    'if new.balance_minor between 1 and old.balance_minor - 1 then new.balance_minor := new.balance_minor - 1; end if;',
  ),
} satisfies Record<string, Sabotage>;

export type SabotageName = keyof typeof sabotages;

interface Caught {
  /** Meets it within few hundred events. */
  readonly seed: number;
  /** What goes wrong by it, as the oracle calls it: noticed is one of these, and nothing else that went wrong. */
  readonly breaks: readonly string[];
}

/** Those that the gate has time for. */
export const cheaplyCaught: Partial<Record<SabotageName, Caught>> = {
  'unchecked-books': { seed: 1, breaks: ['unbalanced books'] },
  'unread-webhooks': { seed: 1, breaks: ['books differ'] },
  'unrevoked-posts': { seed: 2, breaks: ['unpaid unlock'] },
  'lost-posts': { seed: 1, breaks: ['paid and locked'] },
  'short-gifts': { seed: 1, breaks: ['another time than was given', 'given and locked'] },
  'unindexed-webhooks': { seed: 1, breaks: ['never settles'] },
  'unended-memberships': { seed: 1, breaks: ['unpaid unlock'] },
  'unheld-memberships': { seed: 1, breaks: ['paid and locked'] },
  'forgotten-prices': { seed: 1, breaks: ['another price than was told'] },
};
export const sabotageNames = Object.keys(sabotages) as SabotageName[];
