import type { Database } from '@backlot/database';
import { isBelieved, markNow } from '@backlot/realtime/trusted-memory';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BoundedMemory } from '../memory/bounded-memory.ts';
import { atMost } from '../tries/at-most.ts';
import type { Tenant } from './tenant.ts';

/** Where a request's host leads. */
export type HostMatch =
  | { readonly kind: 'page' | 'api'; readonly tenant: Tenant; readonly host: string }
  | { readonly kind: 'platform' }
  | { readonly kind: 'loopback' }
  | { readonly kind: 'unknown' };

export interface TenantRegistry {
  /** Exact, in memory. `host` is the raw header or forwarded value, port and all. */
  match(host: string | undefined): HostMatch;
  byId(id: string): Tenant | null;
  all(): readonly Tenant[];
  /** Reads one site again, or all of them. */
  reload(id?: string): Promise<void>;
  /** Hears whenever the sites were read again, whatever was changed. */
  onReload(listener: () => void): void;
  /** Null while the hosts in memory are right within a second; else waits until they are again. */
  settled(): Promise<void> | null;
  close(): Promise<void>;
}

/** Milliseconds that a request waits for the hosts of now; then those of before are better than no answer. */
const answersWithinMs = 5_000;

/** Whether anybody is let in; null is a site that was deleted. */
export const isOpenSite = (site: Tenant | null): boolean => site !== null && site.status !== 'suspended';

const loopback: HostMatch = { kind: 'loopback' };
const platform: HostMatch = { kind: 'platform' };
const unknown: HostMatch = { kind: 'unknown' };

/** `Www.Example.TEST.:8000` → `www.example.test`. Null for what is no host name. */
export function plainHost(raw: string | undefined): string | null {
  if (raw === undefined || raw.length > 260) return null;
  const bracketed = /^\[[0-9a-f:]+\](?=:\d+$|$)/i.exec(raw)?.[0];
  const name = (bracketed ?? raw.replace(/:\d{1,5}$/, '')).toLowerCase().replace(/\.$/, '');
  return bracketed || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name) ? name : null;
}

/**
 * Hosts of all tenants in memory; of which the database says that it changed is read again. Keys as the client writes
 * them are remembered too, so that the usual request costs one look into a map.
 */
export async function openTenantRegistry(options: {
  database: Database;
  platformHost: string;
  log: Logger;
}): Promise<TenantRegistry> {
  const { database, platformHost, log } = options;
  let byHost = new Map<string, HostMatch>();
  let byId = new Map<string, Tenant>();
  const seen = new BoundedMemory<string, HostMatch>('hosts', atMost(10_000));
  let running: Promise<void> | null = null;
  /** What is still to be read. */
  let wanted: Set<string> | 'all' = new Set();
  const listeners: Array<() => void> = [];
  let mark = markNow(database.news);

  const keep = (tenants: readonly Tenant[], refused: (claim: { host: string; tenant: Tenant }) => void): void => {
    byId = new Map(tenants.map((tenant) => [tenant.id, tenant]));
    byHost = hostsOf(tenants, platformHost, refused);
    seen.clear();
    for (const listener of listeners) listener();
  };
  const readAll = async (): Promise<void> => {
    const begun = markNow(database.news);
    const tenants = await database.listTenants();
    mark = begun;
    keep(tenants, ({ host, tenant }) => log.error({ host, tenant: tenant.id }, 'this host belongs to somebody else'));
  };
  const readSome = async (ids: ReadonlySet<string>): Promise<void> => {
    const found = await database.listTenants([...ids]);
    const others = [...byId.values()].filter(({ id }) => !ids.has(id));
    let isMoved = false;
    keep([...others, ...found], () => (isMoved = true));
    // A host that went from one site to another: only the new one was told of.
    if (isMoved) await readAll();
  };
  const readWanted = async (): Promise<void> => {
    try {
      while (wanted === 'all' || wanted.size > 0) {
        const now = wanted;
        wanted = new Set();
        await (now === 'all' ? readAll() : readSome(now));
      }
    } finally {
      // In the same step in which the last was found to be read: who asks afterwards begins again.
      running = null;
    }
  };
  const reload = (id?: string): Promise<void> => {
    if (id === undefined) wanted = 'all';
    else if (wanted !== 'all') wanted.add(id);
    running ??= readWanted();
    return running;
  };
  /** Better the hosts of before than no site at all; the next second asks for all of them. */
  const doubt = (error: unknown, why: string): void => {
    mark = { ...markNow(database.news), stretch: null };
    log.error({ err: error }, why);
  };
  const stop = await database.listen(
    'tenants_changed',
    (id) => void reload(id).catch((error: unknown) => doubt(error, 'a site could not be read again')),
    { onReconnect: () => void reload().catch(() => undefined) },
  );
  await reload();

  return {
    match(raw) {
      if (raw === undefined) return unknown;
      const known = seen.get(raw);
      if (known) return known;
      const host = plainHost(raw);
      const found = (host === null ? undefined : byHost.get(host)) ?? unknown;
      // Only hosts that exist: strangers fill it with further ports of these at most.
      if (found !== unknown) seen.set(raw, found);
      return found;
    },
    byId: (id) => byId.get(id) ?? null,
    all: () => [...byId.values()],
    reload,
    onReload: (listener) => void listeners.push(listener),
    settled: () =>
      isBelieved(mark, database.news)
        ? null
        : Promise.race([
            reload().catch((error: unknown) => doubt(error, 'hosts could not be read while the line for news is cut')),
            // A database that answers nothing at all holds no request up by more than this.
            sleep(answersWithinMs, undefined, { ref: false }),
          ]),
    close: stop,
  };
}

/** Where each host leads. Of two that claim one host the first has it. */
function hostsOf(
  tenants: readonly Tenant[],
  platformHost: string,
  tellRefused: (claim: { readonly host: string; readonly tenant: Tenant }) => void,
): Map<string, HostMatch> {
  const hosts = new Map<string, HostMatch>([
    [platformHost, platform],
    ['localhost', loopback],
    ['127.0.0.1', loopback],
    ['[::1]', loopback],
  ]);
  const claim = (name: string, match: Extract<HostMatch, { tenant: Tenant }>): void => {
    const holder = hosts.get(name);
    if (holder === undefined || ('tenant' in holder && holder.tenant.id === match.tenant.id)) hosts.set(name, match);
    else tellRefused({ host: name, tenant: match.tenant });
  };
  const named = tenants.flatMap((tenant) => tenant.hosts.map((host) => ({ tenant, host })));
  // All API names first: nobody's page takes the place of another site's API.
  for (const { tenant, host } of named) claim(`api.${host}`, { kind: 'api', tenant, host });
  for (const { tenant, host } of named) claim(host, { kind: 'page', tenant, host });
  return hosts;
}
