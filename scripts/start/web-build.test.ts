import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { hashSources, isWebBuildStale } from './web-build.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'web-build-'));
  write('services/web/src/app.tsx', 'one');
  write('services/web/dist/index.html', '');
  write('.cache/web-build.json', JSON.stringify({ hash: hashSources(root) }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('the built front end', () => {
  it('is kept while its sources are the same', () => expect(isWebBuildStale(root)).toBe(false));
  it('is stale when a source changed', () => {
    write('services/web/src/app.tsx', 'two');
    expect(isWebBuildStale(root)).toBe(true);
  });
  it('is stale when a theme, a contract, a rule or a version changed', () => {
    for (const path of [
      'themes/x/theme.json',
      'packages/contracts/src/a.ts',
      'packages/domain/src/a.ts',
      'package-lock.json',
    ]) {
      write(path, 'new');
      expect(isWebBuildStale(root), path).toBe(true);
      rmSync(join(root, path));
      expect(isWebBuildStale(root), path).toBe(false);
    }
  });
  it('is not stale for a test or another room', () => {
    write('services/web/src/app.test.tsx', 'new');
    write('services/server/src/app.ts', 'new');
    expect(isWebBuildStale(root)).toBe(false);
  });
  it('is stale when it was deleted', () => {
    rmSync(join(root, 'services/web/dist'), { recursive: true });
    expect(isWebBuildStale(root)).toBe(true);
  });
});
