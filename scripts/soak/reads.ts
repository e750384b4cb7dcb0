import type { Reply } from './ask.ts';
import { checkPost, type ShownPost } from './check-posts.ts';
import { mayBeMember, type Asker, type Person, type Post, type Site } from './model.ts';
import type { Item, Kind } from './plan.ts';

/** A request, and what its answer has to be. */
export interface Read {
  readonly asker: Asker;
  readonly method?: string;
  readonly path: string;
  readonly isOnPage?: boolean;
  readonly body?: unknown;
  /** The session that is sent, where that is not the asker's. */
  readonly token?: string;
  readonly sent?: readonly string[];
  /** By the moment at which it was asked: what it may be answered with. */
  statuses?(began: number): readonly number[];
  /** What is wrong with an answer of 200. */
  check?(reply: Reply, began: number): readonly string[];
}

type ReadOf = (sites: readonly Site[], item: Item) => Read | null;

const pick = <T>(from: readonly T[], number: number): T => from[number % from.length]!;
const fansOf = ({ people }: Site): readonly Person[] => people.filter(({ role }) => role === 'user');
const staffOf = ({ people }: Site): readonly Person[] => people.filter(({ role }) => role !== 'user');
const guestOf = (site: Site): Asker => ({ site, person: null });
const dataOf = <T>({ body }: Reply): T => (JSON.parse(body) as { data: T }).data;
const has = (reply: Reply, what: string, word: string): string[] =>
  reply.body.includes(word) ? [] : [`lacks ${what}`];

const feedOf = (asker: Asker, path = '/api/blogs?page_num=1'): Read => ({
  asker,
  path,
  check: ({ body }, began) => {
    const { blogs } = JSON.parse(body) as { blogs: ShownPost[] };
    return asker.site.posts.flatMap((post) =>
      checkPost(
        post,
        blogs.find(({ _id }) => _id === post.id),
        asker,
        began,
      ),
    );
  },
});

const postOf = (asker: Asker, post: Post): Read => ({
  asker,
  path: `/api/blog/get-blog-data-by-id?id=${post.id}`,
  check: (reply, began) => checkPost(post, dataOf<ShownPost>(reply), asker, began),
});

const settingsOf = (asker: Asker): Read => ({
  asker,
  path: '/api/app_settings/get',
  check: (reply) => [
    ...has(reply, 'the name of the site', asker.site.name.word),
    ...has(reply, 'the name of the creator', asker.site.creator.word),
  ],
});

const pageOf = (asker: Asker, path: string): Read => ({
  asker,
  path,
  isOnPage: true,
  check: (reply) => has(reply, 'the name of the site', asker.site.name.word),
});

const meOf = (person: Person): Read => ({
  asker: { site: person.site, person },
  path: '/api/users/me',
  check: (reply, began) => {
    const { ccbillSubscriptionStatus: status } = dataOf<{ ccbillSubscriptionStatus: string }>(reply);
    return [
      ...has(reply, 'their name', person.name.word),
      ...has(reply, 'their address', person.identity.email),
      ...(mayBeMember(person, began).includes(status !== '0') ? [] : [`membership is ${status}`]),
    ];
  },
});

const fanOf = (sites: readonly Site[], { site, person }: Item): Asker => {
  const at = pick(sites, site);
  return { site: at, person: pick(fansOf(at), person) };
};
const staffAt = (sites: readonly Site[], { site, person }: Item): Asker => {
  const at = pick(sites, site);
  return { site: at, person: pick(staffOf(at), person) };
};

/** By kind; null where there is nothing to ask for yet. */
export const reads: Partial<Record<Kind, ReadOf>> = {
  'guest-feed': (sites, { site }) => feedOf(guestOf(pick(sites, site))),
  'guest-settings': (sites, { site }) => settingsOf(guestOf(pick(sites, site))),
  'guest-post': (sites, { site, post }) => {
    const at = pick(sites, site);
    return postOf(guestOf(at), pick(at.posts, post));
  },
  'guest-page': (sites, { site, other }) =>
    pageOf(guestOf(pick(sites, site)), pick(['/', '/home', '/membership'], other)),
  feed: (sites, item) => feedOf(fanOf(sites, item)),
  post: (sites, item) => {
    const asker = fanOf(sites, item);
    return postOf(asker, pick(asker.site.posts, item.post));
  },
  me: (sites, { site, person }) => meOf(pick(pick(sites, site).people, person)),
  settings: (sites, item) => settingsOf(item.other % 3 === 0 ? staffAt(sites, item) : fanOf(sites, item)),
  page: (sites, item) => pageOf(fanOf(sites, item), '/home'),
  media: (sites, item) => {
    const { site, person } = fanOf(sites, item);
    const address = person!.addresses.findLast(({ post }) => post === item.post % site.posts.length);
    if (address === undefined) return null;
    const post = site.posts[address.post]!;
    return {
      asker: { site, person },
      path: address.url,
      isOnPage: true,
      statuses: (began) => post.openTo(person, began).map((isOpen) => (isOpen ? 200 : 404)),
      check: (reply) => has(reply, "the picture's bytes", address.word),
    };
  },
  'media-of-another': (sites, item) => {
    const asker = fanOf(sites, item);
    // As often of the same site as of any other, also of the same person there.
    const owner = fanOf(sites, { ...item, site: item.site + (item.other % 2) * (1 + item.post), person: item.other });
    const address = owner.person!.addresses.at(-1);
    if (owner.person === asker.person || address === undefined) return null;
    return { asker, path: address.url, isOnPage: true, statuses: () => [404] };
  },
  'post-elsewhere': (sites, item) => {
    const asker = item.other % 4 === 0 ? staffAt(sites, item) : fanOf(sites, item);
    const elsewhere = pick(sites, item.site + 1 + (item.other % (sites.length - 1)));
    const { id } = pick(elsewhere.posts, item.post);
    return { ...postOf(asker, pick(elsewhere.posts, item.post)), sent: [id], statuses: () => [404] };
  },
  'token-elsewhere': (sites, item) => {
    const elsewhere = pick(sites, item.site + 1 + (item.other % (sites.length - 1)));
    const { token, role } = pick(elsewhere.people, item.person);
    const asked = { asker: guestOf(pick(sites, item.site)), token, statuses: () => [401] };
    if (role === 'user') return { ...asked, path: '/api/users/me' };
    return { ...asked, method: 'POST', path: '/api/users/get_users_list', body: {} };
  },
  fans: (sites, item) => {
    const asker = staffAt(sites, { ...item, person: item.person % 2 });
    return {
      asker,
      method: 'POST',
      path: '/api/users/get_users_list',
      body: {},
      check: (reply) => fansOf(asker.site).flatMap(({ name }) => has(reply, 'a fan', name.word)),
    };
  },
  fan: (sites, item) => {
    const asker = staffAt(sites, { ...item, person: item.person % 2 });
    const fan = pick(fansOf(asker.site), item.other);
    const check: Read['check'] = (reply) => has(reply, 'the fan', fan.name.word);
    return { asker, path: `/api/reports/fans/${fan.id}`, check };
  },
  'all-posts': (sites, item) => feedOf(staffAt(sites, item), '/api/blogs/all?page_num=1'),
  gallery: (sites, item) => ({ asker: fanOf(sites, item), path: '/api/gallery' }),
  // Its creator hears of it by socket, from whichever server.
  comment: (sites, item) => {
    const { people, posts } = pick(sites, item.site);
    const person = pick(
      people.filter(({ likes }) => likes.size > 0),
      item.person,
    );
    const body = { blog_id: posts[3]!.id, comment: person.name.word };
    return { asker: { site: person.site, person }, method: 'POST', path: '/api/blog/save-blog-comment', body };
  },
  purchased: (sites, item) => ({ asker: fanOf(sites, item), path: '/api/purchased-contents' }),
};
