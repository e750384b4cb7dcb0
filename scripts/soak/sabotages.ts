/** A line of the product as it is loaded by the servers under test, and what stands there instead. */
interface Sabotage {
  /** Of `services/server/src/`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * What keeps answers apart and new is taken away, one thing at a time, and the soak has to notice. These are the soak's
 * alone: the product has no such switches, and a line that is no longer there fails the start.
 */
export const sabotages = {
  /** Kept answers whose key forgets the site, and how often its settings changed. */
  'shared-answers': {
    file: 'plugins/guests/kept-answers.ts',
    from: 'const key = `${siteId} ${name}`;',
    to: "const key = name.replace(/zq[b-x]+|,\\d+/g, '');",
  },
  /** Kept answers that are believed for three seconds. */
  'old-answers': {
    file: 'plugins/guests/kept-answers.ts',
    from: 'const believedMs = 500;',
    to: 'const believedMs = 3_000;',
  },
  /** A feed's memory that forgets to ask for its version. */
  'unasked-versions': {
    file: 'features/posts/read/feed-memory.ts',
    from: 'if (state.version === kept.version) {',
    to: 'if (true) {',
  },
  /** Written posts that forget what a viewer bought and likes. */
  'shared-kinds': {
    file: 'features/posts/read/write-posts.ts',
    from: 'const key = `${standing} ${reason} ${action} ${seen.isPaying} ${own.isLiked}`;',
    to: "const key = '';",
  },
  /** Tickets that are kept across persons. */
  'shared-tickets': {
    file: 'features/media/serve/media-addresses.ts',
    from: 'userId === null ? knownToGuests(keys) : new Map();',
    to: 'knownToGuests(keys);',
  },
  /** Settings of which nobody hears that they changed. */
  'unheard-settings': {
    file: 'sites/settings.ts',
    from: "held.drop(id as Tenant['id']);",
    to: '',
  },
  /** Media that are asked for once and believed for five seconds. */
  'believed-media': {
    file: 'features/media/serve/find-medium.ts',
    from: 'const BELIEVED_MS = 300;',
    to: 'const BELIEVED_MS = 5_000;',
  },
  /** Sessions that are good on every site. */
  'shared-sessions': {
    file: 'session/sessions.ts',
    from: 'known.get(tenantKey(tenant, token), ',
    to: 'known.get(token as TenantKey, ',
  },
} as const satisfies Record<string, Sabotage>;

export type SabotageName = keyof typeof sabotages;
/** What the gate has time for: a few requests meet it. */
export const cheaplyCaught: readonly SabotageName[] = ['shared-answers'];
export const sabotageNames = Object.keys(sabotages) as SabotageName[];
