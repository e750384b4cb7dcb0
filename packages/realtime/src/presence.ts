import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

export interface Presence {
  /** A person of a site is here, once more; answers what ends it. */
  enter(siteId: string, userId: string): () => void;
  /** Persons who are online on a site, over all processes. */
  countOf(siteId: string): number;
  close(): void;
}

type People = Map<string, Set<string>>;
/** What a process says of itself. `seq` grows with every change, so that a lost one is noticed. */
type Message = { readonly from: string; readonly seq: number } & (
  | { readonly kind: 'came' | 'went'; readonly siteId: string; readonly userId: string }
  | { readonly kind: 'alive' }
  | { readonly kind: 'all'; readonly isFirst: boolean; readonly siteId: string; readonly userIds: readonly string[] }
  | { readonly kind: 'ask'; readonly whom: string | null }
);
interface Peer {
  seq: number;
  heardAt: number;
  isAsked: boolean;
  readonly people: People;
}

const CHANNEL = 'presence';
/** People that a message names; Postgres takes 8,000 bytes. */
const NAMES_A_MESSAGE = 150;

/**
 * Who is online. Each process tells of changes and, now and then, that it lives; one that is silent for three such
 * times has gone with everybody on it. Who misses a change asks for everything.
 */
export function openPresence(bus: Bus, { aliveEveryMs = 5_000 }: { aliveEveryMs?: number } = {}): Presence {
  const self = randomUUID();
  const sockets = new Map<string, Map<string, number>>();
  const peers = new Map<string, Peer>();
  let seq = 0;
  const say = (message: Message): void => bus.publish(CHANNEL, JSON.stringify(message));
  const ask = (whom: string | null): void => say({ from: self, seq, kind: 'ask', whom });
  const sayAll = (): void => {
    let isFirst = true;
    const chunk = (siteId: string, userIds: readonly string[]): void => {
      say({ from: self, seq, kind: 'all', isFirst, siteId, userIds });
      isFirst = false;
    };
    for (const [siteId, people] of sockets) {
      const ids = [...people.keys()];
      for (let at = 0; at < ids.length; at += NAMES_A_MESSAGE) chunk(siteId, ids.slice(at, at + NAMES_A_MESSAGE));
    }
    if (isFirst) chunk('', []);
  };
  const hear = (message: Message): void => {
    if (message.from === self) return;
    if (message.kind === 'ask') {
      if (message.whom === null || message.whom === self) sayAll();
      return;
    }
    const known = peers.get(message.from);
    const peer = known ?? { seq: -1, heardAt: 0, isAsked: false, people: new Map() };
    peers.set(message.from, peer);
    peer.heardAt = performance.now();
    if (message.kind === 'all') {
      if (message.isFirst) peer.people.clear();
      for (const userId of message.userIds) add(peer.people, message.siteId, userId);
      peer.seq = message.seq;
      peer.isAsked = false;
      return;
    }
    const expected = message.kind === 'alive' ? peer.seq : peer.seq + 1;
    if (message.seq !== expected) {
      if (!peer.isAsked || message.kind === 'alive') ask(message.from);
      peer.isAsked = true;
      return;
    }
    peer.seq = message.seq;
    if (message.kind === 'came') add(peer.people, message.siteId, message.userId);
    if (message.kind === 'went') remove(peer.people, message.siteId, message.userId);
  };
  const stop = bus.subscribe(
    CHANNEL,
    (text) => hear(JSON.parse(text) as Message),
    () => {
      ask(null);
      sayAll();
    },
  );
  const timer = setInterval(() => {
    for (const [id, { heardAt }] of peers) if (performance.now() - heardAt > 3 * aliveEveryMs) peers.delete(id);
    say({ from: self, seq, kind: 'alive' });
  }, aliveEveryMs).unref();
  ask(null);

  return {
    enter(siteId, userId) {
      const people = sockets.get(siteId) ?? new Map<string, number>();
      sockets.set(siteId, people);
      const before = people.get(userId) ?? 0;
      people.set(userId, before + 1);
      if (before === 0) say({ from: self, seq: (seq += 1), kind: 'came', siteId, userId });
      let isHere = true;
      return () => {
        if (!isHere) return;
        isHere = false;
        const left = (people.get(userId) ?? 0) - 1;
        if (left > 0) return void people.set(userId, left);
        people.delete(userId);
        if (people.size === 0 && sockets.get(siteId) === people) sockets.delete(siteId);
        say({ from: self, seq: (seq += 1), kind: 'went', siteId, userId });
      };
    },
    countOf(siteId) {
      const all = new Set(sockets.get(siteId)?.keys() ?? []);
      for (const { people } of peers.values()) for (const userId of people.get(siteId) ?? []) all.add(userId);
      return all.size;
    },
    close() {
      clearInterval(timer);
      stop();
    },
  };
}

function remove(people: People, siteId: string, userId: string): void {
  const here = people.get(siteId);
  here?.delete(userId);
  if (here?.size === 0) people.delete(siteId);
}

function add(people: People, siteId: string, userId: string): void {
  const here = people.get(siteId) ?? new Set<string>();
  people.set(siteId, here.add(userId));
}
