import { isInHand, type UploadItem } from './upload-item.ts';

/** Settled ones beyond these are forgotten; what is still to come never is. */
const mostSettled = 200;
const pauseMs = 300;
/** Marks of what was taken out, the latest: a page that is behind by more than these is not there. */
const mostMarks = 100;

/** The list as all pages of one person on this device see it. */
export interface UploadStore {
  /** As it was left: before a reload, or by another page. */
  readonly read: () => readonly UploadItem[];
  readonly find: (key: string) => UploadItem | undefined;
  /** Writes this page's part of the list; what another page has in hand, or knows alone, stays as that page says. */
  readonly keep: (items: readonly UploadItem[]) => void;
  readonly keepSoon: (items: () => readonly UploadItem[]) => void;
  /** For all pages, with the next `keep`. */
  readonly takeOut: (keys: readonly string[]) => void;
  /** Somebody took it out. That it is absent says nothing: another page may have written before it had seen it. */
  readonly isTakenOut: (key: string) => boolean;
  /** Told what another page wrote. */
  readonly watch: (listener: (items: readonly UploadItem[]) => void) => void;
}

interface TakenOut {
  readonly key: string;
  readonly isTakenOut: true;
}
const isMark = (entry: UploadItem | TakenOut): entry is TakenOut => 'isTakenOut' in entry;

/** Two people may use one device; sites are apart by origin. */
export function openUploadStore(userId: string): UploadStore {
  const name = `uploads-${userId}`;
  const gone = new Set<string>();
  let soon: ReturnType<typeof setTimeout> | null = null;

  function look(): readonly UploadItem[] {
    try {
      const stored = JSON.parse(localStorage.getItem(name) ?? '[]') as (UploadItem | TakenOut)[];
      for (const entry of stored) if (isMark(entry)) gone.add(entry.key);
      return stored.filter((entry): entry is UploadItem => !isMark(entry) && !gone.has(entry.key));
    } catch {
      return [];
    }
  }
  function keep(items: readonly UploadItem[]): void {
    if (soon !== null) clearTimeout(soon);
    soon = null;
    const mine = new Map(items.map((item) => [item.key, item]));
    const stored = look();
    const kept = stored.map((item) => {
      const own = mine.get(item.key);
      return own === undefined || own.isElsewhere || isFurther(item, own) ? item : own;
    });
    const there = new Set(stored.map(({ key }) => key));
    const added = items.filter(({ key, isElsewhere }) => !isElsewhere && !there.has(key) && !gone.has(key));
    const marks = [...gone].slice(-mostMarks).map((key): TakenOut => ({ key, isTakenOut: true }));
    try {
      localStorage.setItem(name, JSON.stringify([...shortened([...kept, ...added]).map(plain), ...marks]));
    } catch {
      // Kept until the page is left.
    }
  }
  return {
    read: look,
    keep,
    find: (wanted) => look().find(({ key }) => key === wanted),
    // Progress comes many times a second: one pause after the first of it, not after the last.
    keepSoon: (items) => {
      soon ??= setTimeout(() => keep(items()), pauseMs);
    },
    takeOut: (keys) => {
      for (const key of keys) gone.add(key);
    },
    isTakenOut: (key) => gone.has(key),
    watch: (listener) =>
      addEventListener('storage', (event) => {
        if (event.key === name) listener(look());
      }),
  };
}

/**
 * A file goes one way: to the server, through it, to its end. Pages read and write the list without waiting for each
 * other, so an older word may be written over a newer one; whoever knows better keeps what they know.
 */
export const isFurther = (one: Pick<UploadItem, 'phase'>, other: Pick<UploadItem, 'phase'>): boolean =>
  way(one) > way(other);
const way = ({ phase }: Pick<UploadItem, 'phase'>): number =>
  phase === 'processing' ? 1 : phase === 'ready' || phase === 'refused' ? 2 : 0;

/** Pictures of files live as long as the page does, signed addresses little longer. */
const plain = (item: UploadItem): UploadItem => ({ ...item, isElsewhere: false, preview: null });

function shortened(items: readonly UploadItem[]): readonly UploadItem[] {
  const settled = items.filter(({ phase }) => phase === 'ready' || phase === 'refused');
  const gone = new Set(settled.slice(0, Math.max(0, settled.length - mostSettled)));
  return items.filter((item) => !gone.has(item));
}

/** What was on its way lost its file with its page; a copy of it may be found, else the person chooses it again. */
export const left = (item: UploadItem): UploadItem =>
  isInHand(item) || item.phase === 'lost'
    ? { ...item, preview: null, phase: 'lost', sent: item.isInParts ? item.sent : 0, problem: null }
    : { ...item, preview: null };

/** Which files this page sends. Two pages of one person see the same list; each file is sent by one of them. */
export interface UploadLocks {
  readonly has: (key: string) => boolean;
  /**
   * A file that was chosen here just now: no other page knows it yet, nor may it before this has ended. Whoever reads of
   * it sooner may have its lock first, and both would send it.
   */
  readonly take: (key: string) => Promise<void>;
  /** False while another page has it. */
  readonly tryTake: (key: string) => Promise<boolean>;
  /** Until the other page is done with it or gone; then this page has it. */
  readonly wait: (key: string) => Promise<void>;
  readonly drop: (key: string) => void;
}

/** By the browser's locks, which end with the page that had them. Where there are none, every page is alone. */
export function openLocks(userId: string): UploadLocks {
  const held = new Map<string, () => void>();
  const { locks } = navigator as { readonly locks?: LockManager };

  function ask(key: string, options: LockOptions, isOursAlready: boolean): Promise<boolean> {
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    if (isOursAlready) held.set(key, end);
    return new Promise((answer) => {
      const given = (isGiven: boolean): void => {
        if (isGiven && !isOursAlready) held.set(key, end);
        answer(isGiven);
      };
      if (!locks) return given(true);
      locks
        .request(`upload-${userId}-${key}`, options, (lock) => {
          given(lock !== null);
          return lock === null ? undefined : over;
        })
        .catch(() => given(true));
    });
  }
  return {
    has: (key) => held.has(key),
    take: async (key) => {
      if (!held.has(key)) await ask(key, {}, true);
    },
    tryTake: async (key) => held.has(key) || ask(key, { ifAvailable: true }, false),
    wait: async (key) => {
      if (!held.has(key)) await ask(key, {}, false);
    },
    drop: (key) => {
      held.get(key)?.();
      held.delete(key);
    },
  };
}
