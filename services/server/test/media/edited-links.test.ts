import { editedLinks, siblingLinks } from '@backlot/media/testing/made-links';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { makePost, subscribe } from '../../src/testing/posting.ts';

let world: World;
let member: TestPerson;
let own: string[];
let foreign: string[];
let port: number;

beforeAll(async () => {
  world = await createWorld();
  const { model } = world.people.luna;
  member = await world.person('luna', 'member');
  const other = await world.person('luna', 'other');
  for (const person of [member, other]) await subscribe(world, person);
  const { _id: id } = await makePost(world, model, { visibility: 'private' });
  const links = async (as: TestPerson): Promise<string[]> => {
    const { media } = (await world.call('GET /api/blog/get-blog-data-by-id', { as, query: { id } })).body.data;
    return [media[0].url, media[0].thumbnail_url, ...media[0].sources.map((source: { url: string }) => source.url)];
  };
  [own, foreign] = [await links(member), await links(other)];
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  port = (world.app.server.address() as AddressInfo).port;
}, 60_000);
afterAll(() => world.close());

/** The path goes on the line as it is, whatever a client would make of it. */
const statusOf = async (path: string, as: TestPerson | null): Promise<number> => {
  const headers = { host: 'luna.test', ...(as ? { cookie: `session=${await world.tokenOf(as)}` } : {}) };
  return new Promise((resolve) => {
    // A line of its own: one that was hung up on must not answer for the next.
    ask({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      // What is no request line at all is hung up on.
    })
      .on('error', () => resolve(400))
      .end();
  });
};

describe('links on the line', () => {
  it('work for whom they were signed', async () => {
    for (const path of own) expect(await statusOf(path, member)).toBe(200);
    for (const path of own) expect(await statusOf(path, null)).toBe(404);
    for (const path of foreign) expect(await statusOf(path, member)).toBe(404);
  });

  it('lead to every size that was made, and to nothing else', async () => {
    const made = new Set([...own, own[0]!.replace(/(?<=\/)w\d+(?=\/)/, 'jpeg960')].map((path) => path.split('/')[3]));
    const siblings = new Set([...siblingLinks(own), ...own]);
    const statuses = await Promise.all(
      [...siblings].map(async (path) => [path, await statusOf(path, member)] as const),
    );
    const served = new Set(statuses.filter(([, status]) => status === 200).map(([path]) => path.split('/')[3]));
    expect([...made].filter((variant) => !served.has(variant))).toEqual([]);
    expect(statuses.filter(([, status]) => status !== 200 && status !== 404)).toEqual([]);
    for (const path of siblingLinks(foreign)) expect(await statusOf(path, member)).toBe(404);
    for (const path of siblings) expect(await statusOf(path, null)).toBe(404);
  });

  it('give nothing when they were edited: a slice of those that the rule refuses, asked for with a live session', async () => {
    const edited = editedLinks([...own, ...foreign]).filter(
      (path) => !own.includes(path) && /^[\x21-\x7e]+$/.test(path),
    );
    const step = Math.floor(edited.length / 1_000);
    const served: string[] = [];
    for (let at = 0; at < edited.length; at += step) {
      const path = edited[at]!;
      if ((await statusOf(path, member)) < 400) served.push(path);
    }
    expect(edited.length).toBeGreaterThan(5_000);
    expect(served).toEqual([]);
    expect(await statusOf(own[0]!, member)).toBe(200);
  });
});
