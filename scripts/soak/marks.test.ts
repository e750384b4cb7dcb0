import { expect, it } from 'vitest';
import { seeded } from '../crash/random.ts';
import { judge } from './judge.ts';
import { openMarks, stamped } from './marks.ts';
import type { Person, Site } from './model.ts';
import { openRegister } from './register.ts';

const marks = openMarks(seeded(1));
const [luna, mars] = [{ posts: [] }, { posts: [] }] as unknown as readonly [Site, Site];
const shared = { sites: new Set([luna, mars]) };
const personOf = (site: Site, role: string, identity: object = { sites: new Set([site]) }): Person =>
  ({ site, role, identity }) as unknown as Person;
const [fan, other, admin] = [personOf(luna, 'user', shared), personOf(luna, 'user'), personOf(luna, 'admin')];
const [fanOnMars, adminOfMars] = [personOf(mars, 'user', shared), personOf(mars, 'admin')];

const name = marks.make({ kind: 'account', person: () => fan });
const mail = marks.make({ kind: 'login', identity: () => fan.identity });
const site = marks.make({ kind: 'site', site: () => luna });
const secret = marks.make({ kind: 'staff', site: () => luna });
const register = openRegister();
const registers = new Map([[site, register]]);

/** Who of all may not be shown a text. */
const refusedTo = (text: string): string[] =>
  Object.entries({
    guest: { site: luna, person: null },
    fan: { site: luna, person: fan },
    other: { site: luna, person: other },
    admin: { site: luna, person: admin },
    fanOnMars: { site: mars, person: fanOnMars },
    adminOfMars: { site: mars, person: adminOfMars },
  }).flatMap(([who, asker]) => {
    const reply = { status: 200, body: text, text };
    return judge(reply, { asker, began: performance.now(), sent: [] }, { marks, registers }).length > 0 ? [who] : [];
  });

it.each([
  ["what is a site's own", site, ['fanOnMars', 'adminOfMars']],
  ['what its staff alone see', secret, ['guest', 'fan', 'other', 'fanOnMars', 'adminOfMars']],
  ["an account's name", name, ['guest', 'other', 'fanOnMars', 'adminOfMars']],
  ['the address of a login on two sites', `${mail}@fans.example`, ['guest', 'other']],
])('%s is refused to everybody else', (_what, text, refused) => {
  expect(refusedTo(`<p>${text}</p>`)).toEqual(refused);
});

it('a value that was never written, or is too old, is refused to everybody', () => {
  expect(refusedTo(stamped(site, 0))).toEqual(['fanOnMars', 'adminOfMars']);
  expect(refusedTo(stamped(site, 1))).toHaveLength(6);
});
