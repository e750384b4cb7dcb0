import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { rules } from '../../.dependency-cruiser.mjs';
import { findForbiddenImports } from './boundaries.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const knex = {
  'node_modules/knex/package.json': '{"name":"knex","version":"1.0.0","main":"index.js"}',
  'node_modules/knex/index.js': 'module.exports = {}',
};
const worker = {
  'node_modules/graphile-worker/package.json': '{"name":"graphile-worker","version":"1.0.0","main":"index.js"}',
  'node_modules/graphile-worker/index.js': 'module.exports = {}',
};
const feature = 'services/server/src/features';
const web = 'services/web/src';

/** One forbidden arrow a rule, beside the nearest arrow that is allowed. */
const arrows: Record<string, { forbidden: Record<string, string>; allowed: Record<string, string> }> = {
  'package-imports-no-service': {
    forbidden: {
      'packages/testing/src/a.ts': "import '../../../services/server/src/b.ts'",
      'services/server/src/b.ts': '',
    },
    allowed: {
      'services/server/src/a.ts': "import '../../../packages/media/src/b.ts'",
      'packages/media/src/b.ts': '',
    },
  },
  'contracts-imports-nothing-of-ours': {
    forbidden: {
      'packages/contracts/src/a.ts': "import type { B } from '../../domain/src/b.ts'",
      'packages/domain/src/b.ts': '',
    },
    allowed: { 'packages/contracts/src/a.ts': "import type { B } from './b.ts'", 'packages/contracts/src/b.ts': '' },
  },
  'domain-imports-nothing-of-ours': {
    forbidden: {
      'packages/domain/src/a.ts': "import type { B } from '../../contracts/src/b.ts'",
      'packages/contracts/src/b.ts': '',
    },
    allowed: { 'packages/domain/src/a.ts': "import './b.ts'", 'packages/domain/src/b.ts': '' },
  },
  'shared-code-runs-in-a-browser': {
    forbidden: { 'packages/domain/src/a.ts': "import 'node:crypto'" },
    allowed: { 'packages/media/src/a.ts': "import 'node:crypto'" },
  },
  'package-imports-only-contracts-and-domain': {
    forbidden: { 'packages/media/src/a.ts': "import '../../database/src/b.ts'", 'packages/database/src/b.ts': '' },
    allowed: { 'packages/media/src/a.ts': "import '../../contracts/src/b.ts'", 'packages/contracts/src/b.ts': '' },
  },
  'web-imports-only-contracts-and-domain': {
    forbidden: {
      'services/web/src/a.tsx': "import '../../../packages/database/src/b.ts'",
      'packages/database/src/b.ts': '',
    },
    allowed: { 'services/web/src/a.tsx': "import '../../../packages/domain/src/b.ts'", 'packages/domain/src/b.ts': '' },
  },
  'service-imports-no-service': {
    forbidden: { 'services/server/src/a.ts': "import '../../twins/src/b.ts'", 'services/twins/src/b.ts': '' },
    allowed: { 'services/server/src/a.test.ts': "import '../../twins/src/b.ts'", 'services/twins/src/b.ts': '' },
  },
  'server-feature-only-through-its-index': {
    forbidden: { [`${feature}/posts/a.ts`]: "import '../ledger/rows.ts'", [`${feature}/ledger/rows.ts`]: '' },
    allowed: { [`${feature}/posts/a.ts`]: "import '../ledger/index.ts'", [`${feature}/ledger/index.ts`]: '' },
  },
  'web-lib-is-the-ground-floor': {
    forbidden: { [`${web}/lib/a.ts`]: "import '../entities/post/b.ts'", [`${web}/entities/post/b.ts`]: '' },
    allowed: { [`${web}/entities/post/b.ts`]: "import '../../lib/a.ts'", [`${web}/lib/a.ts`]: '' },
  },
  'web-entities-import-no-floor-above': {
    forbidden: {
      [`${web}/entities/post/a.ts`]: "import '../../components/b.tsx'",
      [`${web}/components/b.tsx`]: '',
    },
    allowed: {
      [`${web}/components/b.tsx`]: "import '../entities/post/a.ts'",
      [`${web}/entities/post/a.ts`]: "import '../person/b.ts'",
      [`${web}/entities/person/b.ts`]: '',
    },
  },
  'web-components-import-no-floor-above': {
    forbidden: {
      [`${web}/components/a.tsx`]: "import type { B } from '../features/feed/b.tsx'",
      [`${web}/features/feed/b.tsx`]: '',
    },
    allowed: { [`${web}/features/feed/b.tsx`]: "import '../../components/a.tsx'", [`${web}/components/a.tsx`]: '' },
  },
  'web-app-is-imported-by-nobody': {
    forbidden: { [`${web}/features/feed/a.tsx`]: "import '../../app/b.ts'", [`${web}/app/b.ts`]: '' },
    allowed: { [`${web}/entry-fan.tsx`]: "import './app/b.ts'", [`${web}/app/b.ts`]: '' },
  },
  'media-lie-below-what-holds-them': {
    forbidden: {
      [`${feature}/media/serve/a.ts`]: "import type { B } from '../../posts/index.ts'",
      [`${feature}/posts/index.ts`]: '',
    },
    allowed: { [`${feature}/posts/a.ts`]: "import '../media/index.ts'", [`${feature}/media/index.ts`]: '' },
  },
  'tags-lie-below-what-carries-them': {
    forbidden: {
      [`${feature}/tags/a.ts`]: "import type { B } from '../posts/index.ts'",
      [`${feature}/posts/index.ts`]: '',
    },
    allowed: { [`${feature}/posts/a.ts`]: "import '../tags/index.ts'", [`${feature}/tags/index.ts`]: '' },
  },
  'checkout-knows-no-thing-sold': {
    forbidden: {
      [`${feature}/checkout/a.ts`]: "import type { B } from '../posts/index.ts'",
      [`${feature}/posts/index.ts`]: '',
    },
    allowed: {
      [`${feature}/posts/a.ts`]: "import '../checkout/index.ts'",
      [`${feature}/checkout/index.ts`]: "import '../ledger/index.ts'",
      [`${feature}/ledger/index.ts`]: '',
    },
  },
  'settling-lies-below-webhooks': {
    forbidden: {
      [`${feature}/checkout/settle/a.ts`]: "import type { B } from '../webhooks/b.ts'",
      [`${feature}/checkout/webhooks/b.ts`]: '',
    },
    allowed: {
      [`${feature}/checkout/webhooks/a.ts`]: "import '../settle/b.ts'",
      [`${feature}/checkout/settle/b.ts`]: '',
    },
  },
  'nobody-imports-reports': {
    forbidden: { [`${feature}/posts/a.ts`]: "import '../reports/index.ts'", [`${feature}/reports/index.ts`]: '' },
    allowed: { [`${feature}/reports/index.ts`]: "import '../posts/index.ts'", [`${feature}/posts/index.ts`]: '' },
  },
  'nobody-imports-disputes': {
    forbidden: { [`${feature}/posts/a.ts`]: "import '../disputes/index.ts'", [`${feature}/disputes/index.ts`]: '' },
    allowed: { [`${feature}/disputes/index.ts`]: "import '../posts/index.ts'", [`${feature}/posts/index.ts`]: '' },
  },
  'web-features-do-not-meet': {
    forbidden: {
      'services/web/src/features/feed/a.tsx': "import '../chat/index.ts'",
      'services/web/src/features/chat/index.ts': '',
    },
    allowed: {
      'services/web/src/app/a.tsx': "import '../features/chat/feature.ts'",
      'services/web/src/features/chat/feature.ts': '',
    },
  },
  'web-app-meets-features-in-its-lists': {
    forbidden: { [`${web}/app/a.tsx`]: "import '../features/chat/room.tsx'", [`${web}/features/chat/room.tsx`]: '' },
    allowed: {
      [`${web}/app/fan-features.ts`]: "import '../features/chat/feature.ts'",
      [`${web}/features/chat/feature.ts`]: "import './room.tsx'",
      [`${web}/features/chat/room.tsx`]: '',
    },
  },
  'only-database-opens-connections': {
    forbidden: { ...knex, [`${feature}/posts/a.ts`]: "import knex, { type Knex } from 'knex'" },
    allowed: { ...knex, [`${feature}/posts/a.ts`]: "import type { Knex } from 'knex'" },
  },
  'only-the-job-runner-starts-the-queue': {
    forbidden: { ...worker, [`${feature}/posts/a.ts`]: "import { run } from 'graphile-worker'" },
    allowed: { ...worker, 'services/server/src/jobs/runner.ts': "import { run } from 'graphile-worker'" },
  },
  'production-imports-no-test-makers': {
    forbidden: {
      'services/server/src/a.ts': "import './testing/world.ts'",
      'services/server/src/testing/world.ts': '',
    },
    allowed: { 'services/server/src/testing/a.ts': "import './world.ts'", 'services/server/src/testing/world.ts': '' },
  },
  'tests-are-not-imported': {
    forbidden: { 'packages/domain/src/a.ts': "import './b.test.ts'", 'packages/domain/src/b.test.ts': '' },
    allowed: { 'packages/domain/src/a.test.ts': "import './b.ts'", 'packages/domain/src/b.ts': '' },
  },
  'no-cycles': {
    forbidden: { 'packages/domain/src/a.ts': "import './b.ts'", 'packages/domain/src/b.ts': "import './a.ts'" },
    allowed: {
      'packages/domain/src/a.ts': "import './b.ts'",
      'packages/domain/src/b.ts': "import type { A } from './a.ts'",
    },
  },
  'nothing-unresolved': {
    forbidden: { 'packages/domain/src/a.ts': "import './gone.ts'" },
    allowed: { 'packages/domain/src/a.ts': "import './b.ts'", 'packages/domain/src/b.ts': '' },
  },
};

describe('the boundaries', () => {
  it('have a forbidden arrow here for every rule', () => {
    expect(Object.keys(arrows)).toEqual(rules.forbidden?.map((rule) => rule.name));
  });

  for (const [name, { forbidden, allowed }] of Object.entries(arrows)) {
    it(`${name}: the forbidden arrow is found`, async () => {
      write(forbidden);
      expect((await findForbiddenImports(root)).violations.map((line) => line.split(':')[0])).toContain(name);
    });

    it(`${name}: its allowed neighbour is not`, async () => {
      write(allowed);
      expect((await findForbiddenImports(root)).violations).toEqual([]);
    });
  }

  it('see through the name of a package', async () => {
    write({
      'packages/contracts/src/a.ts': "import { b } from '@backlot/domain/b'; export const a = b;",
      'packages/domain/src/b.ts': 'export const b = 1;',
      'packages/domain/package.json': '{"name":"@backlot/domain","version":"1.0.0","exports":{"./*":"./src/*.ts"}}',
    });
    mkdirSync(join(root, 'node_modules/@backlot'), { recursive: true });
    symlinkSync('../../packages/domain', join(root, 'node_modules/@backlot/domain'));
    expect((await findForbiddenImports(root)).violations).toEqual([
      'contracts-imports-nothing-of-ours: packages/contracts/src/a.ts → packages/domain/src/b.ts',
    ]);
  });

  it.each([
    ['a type in place', 'a.ts', "export type B = import('../checkout/b.ts').B;"],
    ['a glob', 'a.ts', "export const all = import.meta.glob<object>('../checkout/*.ts');"],
    ['a list of globs', 'a.ts', "export const all = import.meta.glob(['./*.ts', '../checkout/*.ts']);"],
    ['an address', 'a.ts', "export const work = new Worker(new URL('../checkout/b.ts', import.meta.url));"],
    ['a stylesheet', 'a.css', "@import '../checkout/b.css';"],
  ])('see %s', async (_way, name, code) => {
    write({
      [`${web}/features/posts/${name}`]: code,
      [`${web}/features/posts/own-${name}`]: code.replace('../checkout', '../posts'),
      [`${web}/features/checkout/b.ts`]: 'export type B = string;',
    });
    const { violations } = await findForbiddenImports(root);
    expect(violations.map((line) => line.replace(/ → .*/, ''))).toEqual([
      `web-features-do-not-meet: ${web}/features/posts/${name}`,
    ]);
  });

  it('read `using` declarations', async () => {
    write({
      'packages/domain/src/a.ts': "export async function f() { await using x = await import('./gone.ts'); return x; }",
    });
    expect((await findForbiddenImports(root)).violations).toEqual([
      'nothing-unresolved: packages/domain/src/a.ts → ./gone.ts',
    ]);
  });
});
