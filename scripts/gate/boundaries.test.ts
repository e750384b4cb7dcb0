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

/** One forbidden arrow a rule, beside the nearest arrow that is allowed. */
const arrows: Record<string, { forbidden: Record<string, string>; allowed: Record<string, string> }> = {
  'package-imports-no-service': {
    forbidden: { 'packages/testing/src/a.ts': "import '../../../services/server/src/b.ts'", 'services/server/src/b.ts': '' },
    allowed: { 'services/server/src/a.ts': "import '../../../packages/testing/src/b.ts'", 'packages/testing/src/b.ts': '' },
  },
  'contracts-imports-nothing-of-ours': {
    forbidden: { 'packages/contracts/src/a.ts': "import type { B } from '../../domain/src/b.ts'", 'packages/domain/src/b.ts': '' },
    allowed: { 'packages/contracts/src/a.ts': "import type { B } from './b.ts'", 'packages/contracts/src/b.ts': '' },
  },
  'domain-imports-nothing-of-ours': {
    forbidden: { 'packages/domain/src/a.ts': "import type { B } from '../../contracts/src/b.ts'", 'packages/contracts/src/b.ts': '' },
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
    forbidden: { 'services/web/src/a.tsx': "import '../../../packages/database/src/b.ts'", 'packages/database/src/b.ts': '' },
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
  'web-features-do-not-meet': {
    forbidden: { 'services/web/src/features/feed/a.tsx': "import '../chat/index.ts'", 'services/web/src/features/chat/index.ts': '' },
    allowed: { 'services/web/src/app/a.tsx': "import '../features/chat/index.ts'", 'services/web/src/features/chat/index.ts': '' },
  },
  'only-database-opens-connections': {
    forbidden: { ...knex, [`${feature}/posts/a.ts`]: "import knex, { type Knex } from 'knex'" },
    allowed: { ...knex, [`${feature}/posts/a.ts`]: "import type { Knex } from 'knex'" },
  },
  'only-the-job-runner-starts-the-queue': {
    forbidden: { ...worker, [`${feature}/posts/a.ts`]: "import { run } from 'graphile-worker'" },
    allowed: { ...worker, 'services/server/src/jobs/runner.ts': "import { run } from 'graphile-worker'" },
  },
  'tests-are-not-imported': {
    forbidden: { 'packages/domain/src/a.ts': "import './b.test.ts'", 'packages/domain/src/b.test.ts': '' },
    allowed: { 'packages/domain/src/a.test.ts': "import './b.ts'", 'packages/domain/src/b.ts': '' },
  },
  'no-cycles': {
    forbidden: { 'packages/domain/src/a.ts': "import './b.ts'", 'packages/domain/src/b.ts': "import './a.ts'" },
    allowed: { 'packages/domain/src/a.ts': "import './b.ts'", 'packages/domain/src/b.ts': "import type { A } from './a.ts'" },
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

  it('read `using` declarations', async () => {
    write({ 'packages/domain/src/a.ts': "export async function f() { await using x = await import('./gone.ts'); return x; }" });
    expect((await findForbiddenImports(root)).violations).toEqual(['nothing-unresolved: packages/domain/src/a.ts → ./gone.ts']);
  });
});
