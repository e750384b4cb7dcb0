import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../process/operator-error.ts';
import type { DeclaredEvent } from './make-past.ts';
import type { DeclaredPerson } from './apply-people.ts';

export interface DeclaredPost {
  readonly key: string;
  readonly caption: string;
  readonly visibility: 'public' | 'private' | 'locked';
  /** Dollars. */
  readonly amount?: number;
  readonly tags: readonly string[];
  /** Below zero: that many days ahead. */
  readonly daysAgo: number;
  /** `18:40`, UTC; absent: the very moment. */
  readonly time?: string;
  readonly media: ReadonlyArray<{ readonly file: string }>;
  readonly likes?: number;
  /** File of the one picture that is shown before the purchase. */
  readonly preview?: string;
  readonly comments?: ReadonlyArray<{ readonly by: string; readonly text: string; readonly daysAgo: number }>;
}

export interface DeclaredSite {
  readonly folder: string;
  readonly slug: string;
  /** Ours, to look at and to test with; never served in production. */
  readonly demo: boolean;
  readonly kind: string;
  readonly hosts: readonly string[];
  readonly locale: string;
  readonly currency: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly people: readonly DeclaredPerson[];
  readonly tags: ReadonlyArray<{ readonly slug: string; readonly name: string }>;
  readonly posts: readonly DeclaredPost[];
  readonly history: readonly DeclaredEvent[];
}

async function json<T>(path: string, absent: T): Promise<T> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return absent;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new OperatorError(`${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** `tenants/<slug>/`: the site and, where it has some, its people, posts and history. */
export async function readSite(folder: string, slug: string): Promise<DeclaredSite> {
  const site = await json<Partial<DeclaredSite> | null>(join(folder, 'tenant.json'), null);
  if (site === null || typeof site !== 'object') throw new OperatorError(`${folder} has no tenant.json.`);
  if (site.slug !== slug)
    throw new OperatorError(`${folder}/tenant.json calls itself '${site.slug}'; a folder is named for its site.`);
  if (!isListOfTexts(site.hosts ?? []))
    throw new OperatorError(`${folder}/tenant.json: hosts must be a list of names.`);
  if (typeof (site.settings ?? {}) !== 'object' || Array.isArray(site.settings))
    throw new OperatorError(`${folder}/tenant.json: settings must be an object.`);
  const { tags = [], posts = [] } = await json<{ tags?: DeclaredSite['tags']; posts?: DeclaredPost[] }>(
    join(folder, 'content/posts.json'),
    {},
  );
  return {
    folder,
    slug,
    demo: site.demo === true,
    kind: site.kind ?? 'general',
    hosts: site.hosts ?? [],
    locale: site.locale ?? 'en',
    currency: site.currency ?? 'USD',
    settings: site.settings ?? {},
    tags,
    posts,
    people: await json<DeclaredPerson[]>(join(folder, 'content/people.json'), []),
    history: await json<DeclaredEvent[]>(join(folder, 'content/history.json'), []),
  };
}

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
