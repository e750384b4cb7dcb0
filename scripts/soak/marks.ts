import type { Random } from '../crash/random.ts';
import type { Asker, Identity, Person, Post, Site } from './model.ts';

/**
 * Who may be shown what carries a mark: whoever asks on the site; those to whom a post is open; the holder of an account; of
 * a login, on all of its sites; staff. Staff of a site see what its people have.
 */
export type MarkOf =
  | { readonly kind: 'site' | 'staff'; readonly site: () => Site }
  | { readonly kind: 'post'; readonly site: () => Site; readonly post: () => Post }
  | { readonly kind: 'account'; readonly person: () => Person }
  | { readonly kind: 'login'; readonly identity: () => Identity };

/** A mark as it was found in an answer: what it stands for, and of a stamped value its number. */
export interface FoundMark {
  readonly of: MarkOf;
  readonly word: string;
  readonly number: number | null;
}

/** Words that nobody can guess, and ids, each with who may be shown it. */
export interface Marks {
  /** A word of letters and digits that survives in a name, an address of mail and a host. */
  make(of: MarkOf): string;
  /** An id of a row that says whose answer it is in. */
  know(id: string, of: MarkOf): void;
  /** All marks in an answer. */
  find(text: string): FoundMark[];
}

const letters = 'bcdfghjkmnpqrstvwx';
/** One expression for all marks: the words have a beginning and a length in common, ids their form. */
const all = /zq[b-x]{12}(?:9(\d+)z)?|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export const stamped = (word: string, number: number): string => `${word}9${number}z`;

export function openMarks(random: Random): Marks {
  const known = new Map<string, MarkOf>();
  return {
    make(of) {
      const word = `zq${Array.from({ length: 12 }, () => random.pick([...letters])).join('')}`;
      known.set(word, of);
      return word;
    },
    know: (id, of) => void known.set(id, of),
    find(text) {
      const found: FoundMark[] = [];
      for (const [mark, number] of text.matchAll(all)) {
        const word = mark.startsWith('zq') ? mark.slice(0, 14) : mark;
        const of = known.get(word);
        if (of !== undefined) found.push({ of, word, number: number === undefined ? null : Number(number) });
      }
      return found;
    },
  };
}

/** Whether a mark may be in an answer to this asker that was asked for at `began`. */
export function mayBeShown(of: MarkOf, { site, person }: Asker, began: number): boolean {
  switch (of.kind) {
    case 'site':
      return of.site() === site;
    case 'staff':
      return of.site() === site && isStaff(person);
    case 'post':
      return of.site() === site && of.post().openTo(person, began).includes(true);
    case 'account':
      return of.person() === person || (of.person().site === site && isStaff(person));
    case 'login':
      return of.identity() === person?.identity || (of.identity().sites.has(site) && isStaff(person));
  }
}

const isStaff = (person: Person | null): boolean => person !== null && person.role !== 'user';
