import type { Random } from '../crash/random.ts';

/** What is asked, and how many of a thousand requests ask it. */
const weights = {
  'guest-feed': 210,
  'guest-settings': 30,
  'guest-post': 50,
  'guest-page': 7,
  feed: 240,
  post: 90,
  me: 130,
  settings: 25,
  page: 3,
  media: 50,
  'media-of-another': 30,
  'post-elsewhere': 20,
  'token-elsewhere': 15,
  fans: 8,
  fan: 10,
  'all-posts': 8,
  gallery: 8,
  purchased: 8,
  comment: 8,
  // What changes something.
  'site-name': 8,
  'creator-name': 6,
  title: 10,
  caption: 6,
  price: 6,
  'own-name': 8,
  'likes-count': 6,
  membership: 6,
  hold: 6,
  like: 8,
} as const;

export type Kind = keyof typeof weights;
export const kinds = Object.keys(weights) as Kind[];

/** One request of a plan: the same seed asks the same of the same people in the same order. */
export interface Item {
  readonly kind: Kind;
  /** Numbers that whoever asks takes the rest of. */
  readonly site: number;
  readonly person: number;
  readonly post: number;
  readonly other: number;
  readonly server: number;
  readonly encoding: 'br' | 'gzip' | null;
  readonly abortsAfterMs: number | null;
  /** Of a change: by the product, or straight into the database. */
  readonly isThroughApi: boolean;
}

export type Fault =
  | { readonly kind: 'terminate'; readonly at: number; readonly count: number; readonly order: number }
  | { readonly kind: 'cut'; readonly at: number; readonly ms: number };

export interface Plan {
  /** How many are made. */
  readonly count: number;
  /** Some more than that: not everybody has what is to be asked for, and some changes go past the product. */
  readonly items: readonly Item[];
  /** `at`: before which item. */
  readonly faults: readonly Fault[];
}

/** A right that changes and bytes that hang on it meet within seconds only where both are often the same fan's. */
const together: Partial<Record<Kind, { readonly person: number; readonly post: number }>> = {
  media: { person: 2, post: 2 },
  hold: { person: 0, post: 0 },
};
const [togetherShare, togetherFor] = [0.7, 2_500];
const abortedShare = 0.1;
const drawn = 1.5;
/** 500 ends of connections and 100 cuts in a million requests. */
const [terminateEach, cutEach] = [2_000, 10_000];
const wheel: readonly Kind[] = kinds.flatMap((kind) => Array<Kind>(weights[kind]).fill(kind));

/** So many requests, and what fails meanwhile. */
export function makePlan(random: Random, count: number): Plan {
  const any = (): number => random.between(0, 1_000_000);
  const first = any();
  const itemOf = (kind: Kind, index: number): Item => ({
    kind,
    site: any(),
    person: any(),
    post: any(),
    other: any(),
    server: any(),
    encoding: random.pick(['br', 'gzip', null, null, null, null, null, null] as const),
    abortsAfterMs: random.chance(abortedShare) ? random.between(0, 60) : null,
    isThroughApi: random.chance(0.5),
    ...(together[kind] && random.chance(togetherShare)
      ? { site: first + Math.floor(index / togetherFor), ...together[kind] }
      : {}),
  });
  const items = Array.from({ length: Math.ceil(count * drawn) }, (_, index) => itemOf(random.pick(wheel), index));
  const times = (each: number): number[] =>
    Array.from({ length: Math.floor(count / each) }, () => random.between(0, count - 1));
  return {
    count,
    items,
    faults: [
      ...times(terminateEach).map((at) => ({ kind: 'terminate' as const, at, count: 1, order: any() })),
      ...times(cutEach).map((at) => ({ kind: 'cut' as const, at, ms: random.between(50, 1_500) })),
    ],
  };
}

/** Everything that is asked most, of each site by each server, while nothing fails: afterwards all of it answers. */
export function planAfterwards(siteCount: number, serverCount: number): Plan {
  const items = (['guest-feed', 'guest-settings', 'feed', 'me', 'fans'] as const).flatMap((kind) =>
    Array.from({ length: siteCount * serverCount }, (_, number): Item => {
      const [site, server] = [number % siteCount, Math.floor(number / siteCount)];
      const asked = { kind, site, server, person: number, post: 0, other: 0 };
      return { ...asked, encoding: null, abortsAfterMs: null, isThroughApi: true };
    }),
  );
  return { count: items.length, items, faults: [] };
}
