import { describe } from './judge.ts';
import { leastMinor, mayLike, type Asker, type Post } from './model.ts';

/** Of a post's view, what is looked at. */
export interface ShownPost {
  readonly _id: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly amount: number | null;
  readonly quote: { readonly amount: number } | null;
  readonly total_likes: number | null;
  readonly user_feed_like: boolean;
  readonly media: ReadonlyArray<{ readonly url: string | null }>;
}

/** What a post shows and must not, or does not and must; marks are looked for elsewhere. Keeps the addresses that it gives. */
export function checkPost(post: Post, shown: ShownPost | undefined, { person }: Asker, began: number): string[] {
  if (shown === undefined) return [`lacks post ${post.index}`];
  const wrong: string[] = [];
  const say = (text: string): void => void wrong.push(`post ${post.index}: ${text}`);
  const open = post.openTo(person, began);
  const isOpen = shown.state === 'unlocked';
  const url = shown.media[0]?.url ?? null;
  if (!open.includes(isOpen)) say(`is ${shown.state}, where it is ${open[0] === true ? 'open' : 'closed'} to them`);
  if (!shown.title.includes(post.title.word)) say('has another title');
  if ((shown.description?.includes(post.caption.word) ?? false) !== isOpen) say('caption and state differ');
  if ((url !== null) !== isOpen) say('picture and state differ');
  const changeOf = (amount: number | null | undefined): number | null =>
    amount === null || amount === undefined || post.price === null ? null : Math.round(amount * 100) - leastMinor;
  tell('costs', changeOf(shown.amount), post.price?.possible(began));
  tell('is offered for the price', changeOf(shown.quote?.amount), post.price?.possible(began));
  if (person?.role === 'user' && post.price !== null && shown.amount === null) say('has no price');
  if (shown.state === 'locked_purchase' && shown.quote === null) say('is for sale, and nobody says for how much');
  tell('has likes', shown.total_likes, post.likes?.possible(began));
  if (person !== null && post.likes === null && !mayLike(person, post.index, began).includes(shown.user_feed_like))
    say(`is ${shown.user_feed_like ? '' : 'not '}liked`);
  if (url !== null && person !== null) {
    person.addresses.push({ url, word: post.mediumWord, post: post.index, at: began });
    if (person.addresses.length > 20) person.addresses.shift();
  }
  return wrong;

  function tell(what: string, number: number | null, possible: readonly number[] | undefined): void {
    if (number === null || possible === undefined || possible.includes(number)) return;
    say(`${what} as of change ${number}, where ${describe(possible)} may be`);
  }
}
