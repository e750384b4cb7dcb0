import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCall } from '@backlot/contracts/http/calls';
import { doors } from '@backlot/contracts/http/doors';
import { createWorld, type World } from '../../src/testing/world.ts';

type Operation = { summary: string; 'x-access': unknown; responses: object; requestBody?: { content: object } };
let world: World;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  world = await createWorld();
  const answer = await world.app.inject({ url: '/api/openapi.json', headers: { host: 'platform.localhost' } });
  ({ paths } = answer.json());
});
afterAll(() => world.close());

/** The router's tree prints parameters that share a place under one name, so names count for nothing here. */
const nameless = (route: string): string =>
  route
    .replace(/:\w+(\|:\w+)*/g, '{}')
    .replace(/\{\w+\}/g, '{}')
    .replace(/ \*$/, ' /{}')
    .replace(/\*$/, '{}');
const isMounted = (route: string): boolean => {
  const [method = '', path = ''] = route.split(' ');
  return world.app.hasRoute({
    method: method as 'GET',
    url: path.replace(/\{path\}$/, '*').replace(/\{(\w+)\}/g, ':$1'),
  });
};

/** `POST /api/users/login`, read from the tree that Fastify prints of its own router. */
function knownRoutes(): string[] {
  const parts: string[] = [];
  return world.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, text] = /^([│ ]*)[├└]── (.*)$/.exec(line) ?? [];
      if (indent === undefined || text === undefined) return [];
      const [, name = '', methods] = /^(.*?)(?: \(([A-Z, ]+)\))?$/.exec(text) ?? [];
      parts.length = indent.length / 4;
      parts.push(name);
      return (methods?.split(', ') ?? [])
        .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
        .map((method) => nameless(`${method} ${parts.join('')}`));
    });
}

describe('openapi.json', () => {
  it('holds every route that Fastify knows, and no other', () => {
    const known = knownRoutes();
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(known.length).toBeGreaterThan(everyCall.length);
    expect(known.filter((route) => !described.map(nameless).includes(route))).toEqual([]);
    expect(described.filter((route) => !isMounted(route))).toEqual([]);
    expect(described).toEqual(
      expect.arrayContaining([
        'PUT /api/upload/{id}/{ticket}',
        'GET /media/{id}/{variant}/{ticket}',
        'POST /api/webhooks/{provider}/{account}',
        'POST /api/upload/upload_file',
      ]),
    );
  });
  it('says of each what it does, who may come and how it can fail', () => {
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        expect({
          path,
          method,
          isDescribed: operation.summary.length > 5,
          access: operation['x-access'],
        }).toMatchObject({ isDescribed: true, access: expect.anything() });
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '500']));
      }
    }
  });
  it('says which calls take a form, and that a key is welcome and not demanded', () => {
    expect(Object.keys(paths['/api/upload/upload_file']!['post']!.requestBody!.content)).toEqual([
      'multipart/form-data',
    ]);
    const keyed = paths['/api/blog/add-new-blog']!['post'] as unknown as { parameters: object[] };
    expect(keyed.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: false }));
  });
  it('names no file route that is not there, but for those that only some deployments have', () => {
    const optional = ['GET /assets/*', 'GET /mailbox'];
    const declared = Object.values(doors).map(({ method, path }) => `${method} ${path}`);
    expect(declared.filter((route) => !isMounted(route) && !optional.includes(route))).toEqual([]);
  });
});
