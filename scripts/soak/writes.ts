import type { Harness } from './harness.ts';
import { stamped } from './marks.ts';
import { leastMinor, type Person, type Site, type Stamped } from './model.ts';
import type { Item, Kind } from './plan.ts';
import type { Register } from './register.ts';

/** A change of one value: as the product's own call, or as a statement past it. */
export interface Change {
  readonly register: Register;
  readonly by: Person;
  call?(number: number): { readonly method: string; readonly path: string; readonly body: unknown };
  statement?(number: number): readonly [text: string, values: readonly unknown[]];
}

type ChangeOf = (sites: readonly Site[], item: Item) => Change | null;

const pick = <T>(from: readonly T[], number: number): T => from[number % from.length]!;
const adminOf = ({ people }: Site): Person => people.find(({ role }) => role === 'admin')!;
const withRegister = <T>(people: readonly Person[], number: number, of: (person: Person) => T | null | undefined) => {
  const found = people.flatMap((person) => {
    const register = of(person);
    return register == null ? [] : [{ person, register }];
  });
  return found.length === 0 ? null : pick(found, number);
};

const setting =
  (key: string, of: (site: Site) => Stamped): ChangeOf =>
  (sites, item) => {
    const site = pick(sites, item.site);
    const { word, register } = of(site);
    return {
      register,
      by: adminOf(site),
      call: (number) => ({ method: 'PATCH', path: '/api/app_settings', body: { [key]: stamped(word, number) } }),
      statement: (number) => [
        `update ${site.schema}.settings set value = to_jsonb($1::text), updated_at = clock_timestamp() where key = $2`,
        [stamped(word, number), key],
      ],
    };
  };

const textOfPost =
  (column: 'title' | 'caption', field: 'title' | 'description'): ChangeOf =>
  (sites, item) => {
    const site = pick(sites, item.site);
    const post = pick(site.posts, item.post);
    const { word, register } = post[column];
    return {
      register,
      by: adminOf(site),
      call: (number) => ({
        method: 'POST',
        path: '/api/blogs/edit',
        body: { postId: post.id, [field]: stamped(word, number), isMediaUpdate: false },
      }),
      statement: (number) => [
        `update ${site.schema}.posts set ${column} = $1 where id = $2`,
        [stamped(word, number), post.id],
      ],
    };
  };

const numberOfPost =
  (column: 'amount_minor' | 'likes_count', of: 'price' | 'likes', least: number): ChangeOf =>
  (sites, item) => {
    const site = pick(sites, item.site);
    const post = pick(
      site.posts.filter((one) => one[of] !== null),
      item.post,
    );
    return {
      register: post[of]!,
      by: adminOf(site),
      statement: (number) => [
        `update ${site.schema}.posts set ${column} = $1 where id = $2`,
        [least + number, post.id],
      ],
    };
  };

/** By kind; null where the site has nothing of it. */
export const changes: Partial<Record<Kind, ChangeOf>> = {
  'site-name': setting('site_name', ({ name }) => name),
  'creator-name': setting('model_name', ({ creator }) => creator),
  title: textOfPost('title', 'title'),
  caption: textOfPost('caption', 'description'),
  price: numberOfPost('amount_minor', 'price', leastMinor),
  'likes-count': numberOfPost('likes_count', 'likes', 0),
  'own-name': (sites, item) => {
    const person = pick(pick(sites, item.site).people, item.person);
    const { word, register } = person.name;
    return {
      register,
      by: person,
      call: (number) => ({
        method: 'POST',
        path: '/api/users/change_profile_details',
        body: { name: stamped(word, number) },
      }),
      statement: (number) => [
        `update ${person.site.schema}.users set name = $1 where id = $2`,
        [stamped(word, number), person.id],
      ],
    };
  },
  membership: (sites, item) => {
    const site = pick(sites, item.site);
    // One who has it is left alone.
    const found = withRegister(site.people, item.person, ({ membership, likes }) =>
      likes.size > 0 ? null : membership,
    );
    return (
      found && {
        register: found.register,
        by: found.person,
        statement: (number) => [
          `update ${site.schema}.subscriptions set status = case when $1 then '2' else '0' end, updated_at = clock_timestamp(),
             ended_at = case when $1 then null else clock_timestamp() end, status_until = case when $1 then ends_at end
           where user_id = $2`,
          [number % 2 === 1, found.person.id],
        ],
      }
    );
  },
  hold: (sites, item) => {
    const site = pick(sites, item.site);
    const post = [2, 4][item.post % 2]!;
    const found = withRegister(site.people, item.person, ({ holds }) => holds.get(post));
    return (
      found && {
        register: found.register,
        by: found.person,
        statement: (number) => [
          `update ${site.schema}.entitlements set revoked_at = case when $1 then null else clock_timestamp() end,
             revoke_reason = case when $1 then null else 'refund' end where user_id = $2 and content_id = $3`,
          [number % 2 === 1, found.person.id, site.posts[post]!.id],
        ],
      }
    );
  },
  like: (sites, item) => {
    const site = pick(sites, item.site);
    const post = site.posts[3]!;
    const found = withRegister(site.people, item.person, ({ likes }) => likes.get(post.index));
    return (
      found && {
        register: found.register,
        by: found.person,
        call: (number) => ({
          method: 'POST',
          path: '/api/blog/like-dislike',
          body: { id: post.id, is_like: number % 2 },
        }),
      }
    );
  },
};

/** Writes past the product. @throws where the database refuses it, which nothing here excuses */
export async function writeChange({ register, statement }: Change, write: Harness['write']): Promise<boolean> {
  const number = register.begin();
  if (number === null) return false;
  try {
    await write(...statement!(number));
    register.end(number, 'committed');
    return true;
  } catch (error) {
    register.end(number, 'unknown');
    throw error;
  }
}
