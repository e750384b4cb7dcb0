import { isInHand, type UploadItem } from './upload-item.ts';

/** Settled ones beyond these are forgotten; what is still to come never is. */
const mostSettled = 200;
const pauseMs = 300;

/** The list as all pages of one person on this device see it. */
export interface UploadStore {
  /** As it was left: before a reload, or by another page. Whoever reads takes all of it over. */
  readonly read: () => readonly UploadItem[];
  readonly find: (key: string) => UploadItem | undefined;
  /** Writes this page's part of the list; what another page has in hand stays as that page says. */
  readonly keep: (items: readonly UploadItem[]) => void;
  readonly keepSoon: (items: () => readonly UploadItem[]) => void;
  /** It was in the list once: where it is not any more, somebody took it out. */
  readonly isKnown: (key: string) => boolean;
  /** Told what another page wrote. */
  readonly watch: (listener: (items: readonly UploadItem[]) => void) => void;
}

/** Two people may use one device; sites are apart by origin. */
export function openUploadStore(userId: string): UploadStore {
  const name = `uploads-${userId}`;
  const known = new Set<string>();
  let soon: ReturnType<typeof setTimeout> | null = null;

  function look(): readonly UploadItem[] {
    try {
      return JSON.parse(localStorage.getItem(name) ?? '[]') as UploadItem[];
    } catch {
      return [];
    }
  }
  function read(): readonly UploadItem[] {
    const stored = look();
    for (const { key } of stored) known.add(key);
    return stored;
  }
  function keep(items: readonly UploadItem[]): void {
    if (soon !== null) clearTimeout(soon);
    soon = null;
    const mine = new Map(items.map((item) => [item.key, item]));
    const stored = look();
    const kept = stored.flatMap((item) => {
      const own = mine.get(item.key);
      if (own) return [own.isElsewhere ? item : own];
      return known.has(item.key) ? [] : [item];
    });
    const there = new Set(stored.map(({ key }) => key));
    const added = items.filter(({ key, isElsewhere }) => !isElsewhere && !there.has(key) && !known.has(key));
    try {
      localStorage.setItem(name, JSON.stringify(shortened([...kept, ...added]).map(plain)));
      for (const { key } of added) known.add(key);
    } catch {
      // Kept until the page is left.
    }
  }
  return {
    read, keep,
    find: (wanted) => look().find(({ key }) => key === wanted),
    // Progress comes many times a second: one pause after the first of it, not after the last.
    keepSoon: (items) => { soon ??= setTimeout(() => keep(items()), pauseMs); },
    isKnown: (key) => known.has(key),
    watch: (listener) => addEventListener('storage', (event) => {
      if (event.key !== name) return;
      const stored = look();
      listener(stored);
      for (const { key } of stored) known.add(key);
    }),
  };
}

/** Pictures of files live as long as the page does, signed addresses little longer. */
const plain = (item: UploadItem): UploadItem => ({ ...item, isElsewhere: false, preview: null });

function shortened(items: readonly UploadItem[]): readonly UploadItem[] {
  const settled = items.filter(({ phase }) => phase === 'ready' || phase === 'refused');
  const gone = new Set(settled.slice(0, Math.max(0, settled.length - mostSettled)));
  return items.filter((item) => !gone.has(item));
}

/** What was on its way lost its file with its page; a copy of it may be found, else the person chooses it again. */
export const left = (item: UploadItem): UploadItem =>
  (isInHand(item) || item.phase === 'lost' ? { ...item, preview: null, phase: 'lost', sent: item.isInParts ? item.sent : 0, problem: null } : { ...item, preview: null });
