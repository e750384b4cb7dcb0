import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idsIn } from '../requirements.ts';
import { readCode } from './code-graph.ts';
import { exportsWithoutCaller } from './production.ts';
import { proofsOf } from './proofs.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A product of one program, `main.ts`, with a rule that it uses and one that nobody does. */
function write(files: Record<string, string>): void {
  const all: Record<string, string> = {
    'packages/domain/package.json': '{"name":"@backlot/domain"}',
    'packages/domain/src/price.ts':
      'export const priceOf = (n: number): number => half(n); const half = (n: number) => n / 2; export const limit = 5;',
    'packages/domain/src/dead.ts':
      'import { priceOf } from "./price.ts"; export const unused = (n: number): number => priceOf(n) + 1;',
    'services/server/src/open-server.ts':
      'import { priceOf, limit } from "@backlot/domain/price"; export const openServer = () => priceOf(limit);',
    'services/server/src/main.ts': 'import { openServer } from "./open-server.ts"; openServer();',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const waysOf = (test: string, more: Record<string, string> = {}): Record<string, string[]> => {
  write({ 'packages/domain/src/rules.test.ts': test, ...more });
  const proofs = proofsOf(readCode(root), idsIn);
  return Object.fromEntries([...proofs].map(([id, those]) => [id, those.map(({ way }) => way)]));
};
const dead = (files: Record<string, string> = {}): readonly string[] => {
  write(files);
  return exportsWithoutCaller(readCode(root));
};
const main = (text: string): Record<string, string> => ({ 'services/server/src/main.ts': text });

// Put together here, so that this file names no rule of the product.
const id = `SUB-${'01'}`;
const other = `SUB-${'02'}`;

describe('a rule is proved', () => {
  it('by a test of a function that production comes to', () => {
    expect(
      waysOf(`import { priceOf } from './price.ts'; it('${id} halves', () => { expect(priceOf(4)).toBe(2); });`),
    ).toEqual({ [id]: ['function'] });
  });

  it('by a test that opens the server, also through a helper and a hook', () => {
    expect(
      waysOf(
        `import { world } from '../../../services/server/src/testing/world.ts'; let here; beforeAll(() => { here = world(); }); const ask = () => here; it('${id} answers', () => { ask(); });`,
        {
          'services/server/src/testing/world.ts':
            "import { openServer } from '../open-server.ts'; export const world = () => openServer();",
        },
      ),
    ).toEqual({ [id]: ['door'] });
  });

  it('by each row of a table that names it, and by the title around it', () => {
    const table = `import { priceOf } from './price.ts'; describe('${other} prices', () => { it.each([['${id}', 4]])('%s', (_, n) => { priceOf(n); }); });`;
    expect(waysOf(table)).toEqual({ [id]: ['function'], [other]: ['function'] });
  });
});

describe('a rule is not proved', () => {
  it.each([
    [
      'by a test of a function that only tests call',
      `import { unused } from './dead.ts'; it('${id} adds', () => { unused(4); });`,
    ],
    [
      'by a test of a constant',
      `import { limit } from './price.ts'; it('${id} five', () => { expect(limit).toBe(5); });`,
    ],
    ['by a test that calls nothing of ours', `it('${id} adds', () => { expect(1 + 1).toBe(2); });`],
    [
      'by the test beside the one that names it',
      `import { priceOf } from './price.ts'; it('${id} is named', () => {}); it('halves', () => { priceOf(4); });`,
    ],
    [
      "by a local name that hides the function's",
      `import { priceOf } from './price.ts'; it('${id} hides', () => { const priceOf = () => 2; priceOf(); });`,
    ],
    [
      'by a type',
      `import type { priceOf } from './price.ts'; it('${id} types', () => { const f: typeof priceOf = () => 2; f(1); });`,
    ],
    [
      'in a comment',
      `import { priceOf } from './price.ts'; // ${id}\nit('halves', () => { /* ${id} */ priceOf(4); });`,
    ],
  ])('%s', (_, test) => {
    expect(waysOf(test)).toEqual({});
  });
});

describe('an export without a caller in production', () => {
  it('is found where only a test or another such export calls it', () => {
    expect(
      dead({
        'packages/domain/src/dead.test.ts': "import { unused } from './dead.ts'; unused(1);",
        'packages/domain/src/further.ts': "import { unused } from './dead.ts'; export const further = () => unused(1);",
      }),
    ).toEqual(['packages/domain/src/dead.ts: unused', 'packages/domain/src/further.ts: further']);
  });

  it.each([
    ['a name', "import { unused } from '@backlot/domain/dead'; unused(1);"],
    ['all of its module', "import * as dead from '@backlot/domain/dead'; dead.unused(1);"],
    ['another name for it', "import { unused as used } from '@backlot/domain/dead'; used(1);"],
    ['a later import', "const { unused } = await import('@backlot/domain/dead'); unused(1);"],
    ['a module that passes it on', "import { unused } from './face.ts'; unused(1);"],
  ])('is none when a program calls it by %s', (_, text) => {
    expect(
      dead({
        'services/server/src/face.ts': "export * from '@backlot/domain/dead';",
        ...main(`import { openServer } from './open-server.ts'; openServer(); ${text}`),
      }),
    ).toEqual([]);
  });

  it('is found where a program only imports it, or its type', () => {
    for (const text of [
      "import { unused } from '@backlot/domain/dead';",
      "import type { unused } from '@backlot/domain/dead'; export type T = typeof unused;",
    ]) {
      expect(dead(main(`import { openServer } from './open-server.ts'; openServer(); ${text}`))).toEqual([
        'packages/domain/src/dead.ts: unused',
      ]);
    }
  });

  it('is found in every package and service; a tool counts there, and for the rules it does not', () => {
    const media = {
      'packages/media/package.json': '{"name":"@backlot/media"}',
      'packages/media/src/turn.ts': 'export const turn = (n: number) => n;',
      'services/web/src/place.ts': 'export const forget = () => 1;',
    };
    const both = [
      'packages/domain/src/dead.ts: unused',
      'packages/media/src/turn.ts: turn',
      'services/web/src/place.ts: forget',
    ];
    expect([...dead(media)].sort()).toEqual(both);
    const tool =
      "import { turn } from '@backlot/media/turn'; import { unused } from '@backlot/domain/dead'; turn(unused(1));";
    expect([...dead({ ...media, 'scripts/gate/step.ts': tool })].sort()).toEqual(both);
    expect([...dead({ ...media, 'scripts/check.ts': tool })].sort()).toEqual(
      both.filter((one) => !one.includes('media')),
    );
  });
});
