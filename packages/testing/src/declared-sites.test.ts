import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { validateSetting } from '@backlot/domain/settings/validate';
import { isStoredRole, storedRoles } from '@backlot/domain/people/roles';
import { describe, expect, it } from 'vitest';

interface Person {
  email: string;
  name: string;
  role: string;
  password?: string;
  joinedDaysAgo: number;
  membership?: string;
}
interface Post {
  key: string;
  caption: string;
  visibility: string;
  amount?: number;
  tags: string[];
  daysAgo: number;
  time?: string;
  media: { file: string }[];
  preview?: string;
  likes: number;
  comments: { by: string; text: string; daysAgo: number }[];
}
interface Event {
  person: string;
  kind: string;
  post?: string;
  reason?: string;
  daysAgo: number;
}

const root = join(import.meta.dirname, '../../../tenants');
const read = <T>(site: string, file: string): T => JSON.parse(readFileSync(join(root, site, file), 'utf8')) as T;
const sites = ['clay', 'patch', 'ridge'] as const;
const whenPosted = (post: Post): number => post.daysAgo;

describe.each(sites)('the declared site %s', (site) => {
  const tenant = read<{ slug: string; settings: Record<string, unknown> }>(site, 'tenant.json');
  const { tags, posts } = read<{ tags: { slug: string }[]; posts: Post[] }>(site, 'content/posts.json');
  const people = read<Person[]>(site, 'content/people.json');
  const history = read<Event[]>(site, 'content/history.json');
  const personOf = new Map(people.map((person) => [person.email, person]));
  const settingText = (key: string): string => String(tenant.settings[key] ?? '');
  const filesNamed = [
    ...Object.values(tenant.settings)
      .flat()
      .filter((value): value is string => typeof value === 'string' && /^(brand|content)\//.test(value)),
    ...posts.flatMap((post) => [...post.media.map(({ file }) => file), ...(post.preview ? [post.preview] : [])]),
  ];

  it('has only settings that exist and values that fit', () => {
    const refused = Object.entries(tenant.settings).filter(([key, value]) => {
      const asAddress = (one: unknown): unknown =>
        typeof one === 'string' && one.startsWith('brand/') ? `/${one}` : one;
      return !validateSetting(key, Array.isArray(value) ? value.map(asAddress) : asAddress(value)).ok;
    });
    expect(refused).toEqual([]);
  });

  it('names only files that are there: pictures under half a megabyte, films under one and a half, all together under twenty-four', () => {
    const sizes = new Map([...new Set(filesNamed)].map((file) => [file, statSync(join(root, site, file)).size]));
    for (const [file, size] of sizes) expect(size, file).toBeLessThan((file.endsWith('.mp4') ? 1536 : 512) * 1024);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(24 * 1024 * 1024);
  });

  it('has thirty posts and more, each with a picture of its own, galleries, a scheduled one, and all three visibilities', () => {
    expect(posts.length).toBeGreaterThanOrEqual(30);
    const pictures = posts.flatMap((post) => post.media.map(({ file }) => file));
    expect(new Set(pictures).size).toBe(pictures.length);
    expect(posts.filter((post) => post.media.length > 1).length).toBeGreaterThanOrEqual(6);
    expect(posts.filter((post) => whenPosted(post) < 0)).toHaveLength(1);
    expect(new Set(posts.map((post) => post.visibility))).toEqual(new Set(['public', 'private', 'locked']));
    expect(new Set(posts.map((post) => post.key)).size).toBe(posts.length);
    expect(posts.some((post) => post.caption.length > 80)).toBe(true);
  });

  it('prices locked posts alone, within the bounds', () => {
    for (const post of posts) expect(post.amount !== undefined, post.key).toBe(post.visibility === 'locked');
    const amounts = posts.flatMap((post) => post.amount ?? []);
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(Number(tenant.settings['content_unlock_minimum_amount']));
  });

  it('uses only tags, people, posts and reasons that are declared', () => {
    const slugs = new Set(tags.map(({ slug }) => slug));
    const keys = new Set(posts.map(({ key }) => key));
    const reasons = tenant.settings['cancellation_reasons'] as string[];
    for (const post of posts) {
      expect(
        post.tags.every((tag) => slugs.has(tag)),
        post.key,
      ).toBe(true);
      for (const comment of post.comments) expect(personOf.has(comment.by), comment.by).toBe(true);
    }
    for (const event of history) {
      expect(personOf.has(event.person), event.person).toBe(true);
      if (['unlock', 'refund', 'chargeback'].includes(event.kind))
        expect(keys.has(event.post ?? ''), event.post).toBe(true);
      if (event.kind === 'cancel') expect(reasons).toContain(event.reason);
    }
  });

  it('lets nobody comment or buy before they had an account and the post was there', () => {
    const joined = (email: string): number => personOf.get(email)!.joinedDaysAgo;
    for (const post of posts) {
      expect(post.likes, post.key).toBeLessThanOrEqual(people.length);
      for (const comment of post.comments)
        expect(comment.daysAgo, `${post.key}: ${comment.text}`).toBeLessThanOrEqual(
          Math.min(post.daysAgo, joined(comment.by)),
        );
    }
    for (const event of history) {
      expect(event.daysAgo, event.person).toBeLessThanOrEqual(joined(event.person) + 0.01);
      if (event.post) expect(event.daysAgo).toBeLessThan(posts.find(({ key }) => key === event.post)!.daysAgo);
    }
  });

  it('has the demo logins: the creator, and on clay and patch the fan without a membership', () => {
    if (site === 'ridge') expect(personOf.has('fan@demo.example')).toBe(false);
    else
      expect(personOf.get('fan@demo.example')).toMatchObject({
        password: 'Demo-fan-2026',
        role: 'user',
        membership: 'none',
      });
    expect(personOf.get(`creator@${site}.example`)).toMatchObject({ password: 'Demo-creator-2026', role: 'model' });
    expect(people.every(({ role }) => isStoredRole(role))).toBe(true);
    expect(people.every(({ email }) => email.endsWith('.example'))).toBe(true);
  });

  it("says who sells, and never by the software's name", () => {
    for (const key of ['merchant_legal_name', 'merchant_address', 'statement_descriptor'])
      expect(settingText(key)).not.toBe('');
    const texts = readdirSync(join(root, site), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(json|html|svg)$/.test(file))
      .map((file) => readFileSync(join(root, site, file), 'utf8'));
    expect(texts.some((content) => /back.?lot|lorem ipsum/i.test(content))).toBe(false);
  });
});

it('clay has one person for each staff role', () => {
  const roles = read<Person[]>('clay', 'content/people.json').filter(({ password }) => password === 'Demo-staff-2026');
  const staff = storedRoles.filter((role) => !['user', 'model', 'proxy_user'].includes(role));
  expect(new Set(roles.map(({ email, role }) => `${email} ${role}`))).toEqual(
    new Set(staff.map((role) => `${role}@clay.example ${role}`)),
  );
});
