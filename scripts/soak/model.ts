import type { StoredRole } from '@backlot/contracts';
import type { TenantRecord } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import type { Register } from './register.ts';

/** Who owns a login: accounts of one identity on several sites know of each other by their address alone. */
export interface Identity {
  readonly id: string;
  readonly email: string;
  readonly sites: Set<Site>;
}

/** An account on one site. */
export interface Person {
  readonly id: string;
  readonly site: Site;
  readonly identity: Identity;
  readonly role: StoredRole;
  readonly token: string;
  readonly name: Stamped;
  /** Member while its number is odd; null for who never is one. */
  readonly membership: Register | null;
  /** By posts: bought while its number is odd. */
  readonly holds: ReadonlyMap<number, Register>;
  /** By posts: liked while its number is odd. */
  readonly likes: ReadonlyMap<number, Register>;
  /** Addresses of media that answers gave them, with the mark that their bytes carry. */
  readonly addresses: Address[];
}

export interface Address {
  readonly url: string;
  readonly word: string;
  readonly post: number;
  readonly at: number;
}

/** A text that changes: a mark, and the number of the change. */
export interface Stamped {
  readonly word: string;
  readonly register: Register;
}

export interface Post {
  readonly id: string;
  readonly index: number;
  readonly visibility: Visibility;
  readonly title: Stamped;
  readonly caption: Stamped;
  /** In minor units above `leastMinor`; null for a post that is not for sale. */
  readonly price: Register | null;
  /** Written straight into the row: the number is the count. Null where fans like it. */
  readonly likes: Register | null;
  readonly mediumId: string;
  /** In the bytes of its picture. */
  readonly mediumWord: string;
  /** Whether its caption and its picture are open to somebody who asked at `began`: both, where it changes just now. */
  openTo(person: Person | null, began: number): readonly boolean[];
}

export const leastMinor = 1_000;

export interface Site {
  readonly tenant: TenantRecord;
  readonly host: string;
  readonly apiHost: string;
  readonly schema: string;
  readonly name: Stamped;
  readonly creator: Stamped;
  readonly posts: readonly Post[];
  readonly people: readonly Person[];
}

export interface Asker {
  readonly site: Site;
  readonly person: Person | null;
}

/** Values of a register that changes between no and yes. */
const isOn = (register: Register, began: number): boolean[] => [
  ...new Set(register.possible(began).map((number) => number % 2 === 1)),
];

export const mayBeMember = ({ membership }: Person, began: number): readonly boolean[] =>
  membership === null ? [false] : isOn(membership, began);

export const mayHold = ({ holds }: Person, post: number, began: number): readonly boolean[] => {
  const hold = holds.get(post);
  return hold === undefined ? [false] : isOn(hold, began);
};

export const mayLike = ({ likes }: Person, post: number, began: number): readonly boolean[] => {
  const like = likes.get(post);
  return like === undefined ? [false] : isOn(like, began);
};

/** The rule of the product in a few words (`postAccess`), for posts that are published. */
export function openTo(
  { index, visibility }: Pick<Post, 'index' | 'visibility'>,
  person: Person | null,
  began: number,
): readonly boolean[] {
  if (visibility === 'public' || (person !== null && person.role !== 'user')) return [true];
  if (person === null) return [false];
  const held = mayHold(person, index, began);
  if (visibility === 'locked') return held;
  return [...new Set(held.flatMap((isHeld) => mayBeMember(person, began).map((isMember) => isHeld || isMember)))];
}
