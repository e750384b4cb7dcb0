import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '../../clock.ts';
import { BoundedMemory } from '../../memory/bounded-memory.ts';
import { atMost } from '../../tries/at-most.ts';

/** A page, or a call's answer, as it is made, once for all guests who ask for it. */
export interface MadeAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With status 302: where to go instead. */
  readonly location: string | null;
}

export type Encoding = 'br' | 'gzip' | 'identity';

export interface SentAnswer extends Omit<MadeAnswer, 'text'> {
  /** The page's bytes in an encoding, made at the first wish for it. */
  bytes(encoding: Encoding): Promise<{ readonly body: Buffer; readonly etag: string }>;
}

/** What a page is made of, and the making of it. */
export interface Draft {
  /** Equal where the page is: what it is made of, as text. */
  readonly made: string;
  make(): Promise<MadeAnswer>;
}

export interface KeptAnswers {
  /**
   * A page of a site, from memory where it was made of what is there now.
   *
   * @param name tells it from the site's others
   * @param read what it is made of now; for everybody who asks meanwhile
   */
  get(siteId: string, name: string, read: () => Promise<Draft>): Promise<SentAnswer>;
  /** Something of a site was changed through this process: what its pages are made of is read again. */
  touch(siteId: string): void;
  /** Keys and bytes that are held, for whoever looks after the process. */
  state(): { readonly answers: number; readonly bytes: number };
}

/**
 * Milliseconds for which what a page is made of is believed. Whatever changes it, in whichever process, and whether or not
 * anybody tells of it, is seen by guests within this and the time that a page takes.
 */
const believedMs = 500;
/** Milliseconds after which it is made anew though nothing changed: it may say how long something is ago. */
const standsMs = 60_000;
const mostBytes = 96 * 2 ** 20;
const mostBytesASite = 2 * 2 ** 20;
/** Once for many: a tenth smaller than what is compressed for one. */
const brotliQuality = 9;
/** What an entry takes beside its text, its headers and its name. */
const besidesBytes = 4_096;

interface Read {
  readonly page: Promise<SentAnswer>;
  /** By the process's own time, and by the product's, which tests move. */
  readonly at: number;
  readonly clockAt: number;
  readonly touches: number;
}

interface Entry {
  readonly siteId: string;
  /** The last reading; while it goes on, whoever asks waits for it. */
  read: Read;
  /** The last page that was made and may be kept. */
  kept: { readonly page: SentAnswer; readonly digest: string; readonly madeAt: number; readonly bytes: number } | null;
}

/** Guests' pages and answers in memory: bounded in all and a site, each made and compressed once for whatever it is made of. */
export function openKeptAnswers(clock: Clock): KeptAnswers {
  // One that was put out is as one that was never touched: for as long as a reading is believed nobody fills it.
  const touches = new BoundedMemory<string, number>('guest-changes', atMost(10_000));
  let changes = 0;
  const sites = new Map<string, { bytes: number; readonly keys: Set<string> }>();
  const entries = new BoundedMemory<string, Entry>('guest-answers', {
    isOfBytes: true,
    isCountedOutside: true,
    maxSize: mostBytes,
    sizeCalculation: ({ kept }) => kept?.bytes ?? besidesBytes,
    dispose: ({ siteId, kept }, key) => {
      const site = sites.get(siteId);
      if (kept === null || site === undefined || !site.keys.delete(key)) return;
      site.bytes -= kept.bytes;
      if (site.keys.size === 0) sites.delete(siteId);
    },
  });
  const isNew = ({ at, clockAt, touches: seen }: Read, siteId: string): boolean =>
    performance.now() - at <= believedMs &&
    Math.abs(clock.now().getTime() - clockAt) <= believedMs &&
    seen === (touches.peek(siteId) ?? 0);

  const hold = (key: string, entry: Entry, kept: NonNullable<Entry['kept']>): void => {
    const { siteId } = entry;
    entries.delete(key);
    if (kept.bytes > mostBytesASite) return;
    const site = sites.get(siteId) ?? { bytes: 0, keys: new Set() };
    // Those of the site that were asked for longest ago go before it holds more than it may.
    for (const oldest of site.keys) {
      if (site.bytes + kept.bytes <= mostBytesASite) break;
      entries.delete(oldest);
    }
    entry.kept = kept;
    site.bytes += kept.bytes;
    site.keys.add(key);
    sites.set(siteId, site);
    entries.set(key, entry);
  };

  const refresh = async (key: string, entry: Entry, read: () => Promise<Draft>): Promise<SentAnswer> => {
    const { made, make } = await read();
    const digest = createHash('sha256').update(made).digest('base64url');
    const { kept } = entry;
    if (kept !== null && kept.digest === digest && performance.now() - kept.madeAt <= standsMs) {
      entries.tally.hits += 1;
      // The last to go where its site holds too much.
      const keys = sites.get(entry.siteId)?.keys;
      if (keys?.delete(key)) keys.add(key);
      return kept.page;
    }
    entries.tally.misses += 1;
    const madeAt = performance.now();
    const page = await make();
    const sent = sentAnswer(page);
    if (!isKept(page)) entries.delete(key);
    else hold(key, entry, { page: sent, digest, madeAt, bytes: bytesOf(key, page) });
    return sent;
  };

  return {
    get(siteId, name, read) {
      const key = `${siteId} ${name}`;
      const known = entries.get(key);
      if (known !== undefined && isNew(known.read, siteId)) {
        entries.tally.hits += 1;
        return known.read.page;
      }
      const entry: Entry = known ?? { siteId, read: undefined as never, kept: null };
      const [at, clockAt, seen] = [performance.now(), clock.now().getTime(), touches.peek(siteId) ?? 0];
      const page = refresh(key, entry, read);
      entry.read = { page, at, clockAt, touches: seen };
      if (known === undefined) entries.set(key, entry);
      page.catch(() => {
        if (entries.peek(key) === entry && entry.read.page === page) entries.delete(key);
      });
      return page;
    },
    touch(siteId) {
      touches.set(siteId, (changes += 1));
    },
    state: () => ({ answers: entries.size, bytes: entries.calculatedSize }),
  };
}

/** Also what stands in a closed site's place: everybody asks for that too, until it is open again. */
const isKept = ({ status, location }: MadeAnswer): boolean => location === null && [200, 451, 503].includes(status);

/** Its plain text, about as much again for both that are compressed, and what is around them. */
const bytesOf = (key: string, { text, headers }: MadeAnswer): number =>
  besidesBytes + 2 * Buffer.byteLength(text) + 2 * (key.length + JSON.stringify(headers).length);

const compressors: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

function sentAnswer({ text, ...rest }: MadeAnswer): SentAnswer {
  const plain = Buffer.from(text);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]]);
  return {
    ...rest,
    async bytes(encoding) {
      const known = made.get(encoding);
      const body = known ?? compressors[encoding as 'br' | 'gzip'](plain);
      if (known === undefined) made.set(encoding, body);
      return { body: await body, etag: `"${digest}-${encoding}"` };
    },
  };
}
