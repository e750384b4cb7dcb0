import type { Database } from '@backlot/database';
import type { StoredRole } from '@backlot/contracts';
import { openStorage } from '@backlot/media/storage/open-storage';
import { hashPassword } from '@backlot/server/features/accounts/password/passwords';
import { saveSettings } from '@backlot/server/features/sites/index';
import type { Sessions } from '@backlot/server/session/sessions';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { addPerson, addPosts } from './world-rows.ts';
import { stamped, type MarkOf, type Marks } from './marks.ts';
import { openTo, type Identity, type Person, type Post, type Site, type Stamped } from './model.ts';
import { openRegister, type Register } from './register.ts';

export interface BuildWith {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly dataDir: string;
  readonly marks: Marks;
}

/** By the marks that are stamped: what answers show is held against them. */
export type Registers = ReadonlyMap<string, Register>;

export interface BuiltWorld {
  readonly sites: readonly Site[];
  readonly registers: Registers;
}

/** Of each site; `m`: the membership changes, `b`: what was bought does. */
const fans: ReadonlyArray<{ readonly changes: string; readonly isMember: boolean }> = [
  { changes: '', isMember: false },
  { changes: 'm', isMember: true },
  { changes: 'b', isMember: true },
  { changes: 'm', isMember: false },
  { changes: 'mb', isMember: true },
  { changes: '', isMember: true },
  { changes: 'b', isMember: false },
];
const staff: readonly StoredRole[] = ['model', 'admin', 'content_manager'];
const visibilities = ['public', 'private', 'locked', 'private', 'locked'] as const;
/** The first fans of three sites each are the same people, with one login. */
const universalFans = 3;
const sitesOfOne = 3;
/** What is for sale, and what is liked, by places in the feed. */
const [forSale, liked] = [[2, 4], 3] as const;

/** So many sites with posts and people, each with marks of its own in all that is theirs. */
export async function buildWorld(count: number, build: BuildWith): Promise<BuiltWorld> {
  const { database, sessions, marks } = build;
  const registers = new Map<string, Register>();
  const stampedOf = (of: MarkOf): Stamped => {
    const [word, register] = [marks.make(of), openRegister()];
    registers.set(word, register);
    return { word, register };
  };
  const hash = await hashPassword(randomBytes(20).toString('hex'));
  const storage = await openStorage({ diskRoot: join(build.dataDir, 'media'), s3: null });
  const identities = new Map<string, Identity>();
  const sites: Site[] = [];
  for (let number = 0; number < count; number += 1) {
    const of = (): Site => sites[number]!;
    const slug = marks.make({ kind: 'site', site: of });
    const tenant = await database.provision({ slug, hosts: [`${slug}.test`] });
    const people: Person[] = [];
    const site: Site = {
      tenant,
      host: `${slug}.test`,
      apiHost: `api.${slug}.test`,
      schema: `tenant_${tenant.id}`,
      name: stampedOf({ kind: 'site', site: of }),
      creator: stampedOf({ kind: 'site', site: of }),
      posts: visibilities.map((visibility, index) => makePost(visibility, index, of, { marks, stampedOf })),
      people,
    };
    sites.push(site);
    const values = {
      site_name: stamped(site.name.word, 0),
      model_name: stamped(site.creator.word, 0),
      'aws_settings.bucket': marks.make({ kind: 'staff', site: of }),
    };
    await database.tenants.write(tenant, (db) => saveSettings(db, values, null, new Date()));
    await addPosts(database, storage, site);
    for (const [place, role] of [...staff, ...fans.map(() => 'user' as const)].entries()) {
      const fan = place - staff.length;
      const isUniversal = fan >= 0 && fan < universalFans;
      const known = isUniversal ? `${fan} ${Math.floor(number / sitesOfOne)}` : `${place} of ${number}`;
      const identity: Identity = identities.get(known) ?? {
        id: v7(),
        email: `${marks.make({ kind: 'login', identity: () => identity })}@fans.example`,
        sites: new Set(),
      };
      identities.set(known, identity);
      const person: Person = {
        ...rightsOf(fans[fan] ?? null),
        id: v7(),
        site,
        identity,
        role,
        token: '',
        name: stampedOf({ kind: 'account', person: () => people[place]! }),
        addresses: [],
      };
      marks.know(person.id, { kind: 'account', person: () => people[place]! });
      await addPerson(database, person, hash, isUniversal);
      identity.sites.add(site);
      const { token } = await database.tenants.write(tenant, (db) =>
        sessions.start(db, tenant, person.id, { address: '127.0.0.1', userAgent: 'soak' }),
      );
      people.push({ ...person, token });
    }
  }
  return { sites, registers };
}

function rightsOf(fan: (typeof fans)[number] | null): Pick<Person, 'membership' | 'holds' | 'likes'> {
  const { changes = '', isMember = false } = fan ?? {};
  return {
    membership: isMember || changes.includes('m') ? openRegister(isMember ? 1 : 0) : null,
    holds: new Map(changes.includes('b') ? forSale.map((index) => [index, openRegister()]) : []),
    likes: new Map(isMember ? [[liked, openRegister()]] : []),
  };
}

function makePost(
  visibility: Post['visibility'],
  index: number,
  site: () => Site,
  { marks, stampedOf }: { marks: Marks; stampedOf: (of: MarkOf) => Stamped },
): Post {
  const [id, mediumId] = [v7(), v7()];
  const hidden: MarkOf = { kind: 'post', site, post: () => site().posts[index]! };
  marks.know(id, { kind: 'site', site });
  marks.know(mediumId, { kind: 'site', site });
  return {
    id,
    index,
    visibility,
    title: stampedOf({ kind: 'site', site }),
    caption: stampedOf(hidden),
    price: visibility === 'locked' ? openRegister() : null,
    likes: index === 0 ? openRegister() : null,
    mediumId,
    mediumWord: marks.make(hidden),
    openTo: (person, began) => openTo({ index, visibility }, person, began),
  };
}
