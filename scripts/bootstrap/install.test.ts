import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { whyInstall } from './install.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const here = { optional: true, os: [process.platform], cpu: [process.arch] };
const elsewhere = { optional: true, os: ['aix'], cpu: ['ppc64'] };
const wanted = {
  '': {},
  'packages/domain': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/tool': { version: '2.0.0', dev: true },
  'node_modules/node-here': { version: '24.0.0', ...here },
  'node_modules/node-elsewhere': { version: '24.0.0', ...elsewhere },
};

function given(installed: object | null): string | null {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (installed) {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  }
  return whyInstall(root);
}

const { 'node_modules/node-elsewhere': _elsewhere, ...complete } = wanted;

describe('installing', () => {
  it('is needed in a fresh clone', () => expect(given(null)).toBe('nothing is installed yet'));
  it('is not needed when everything for this system is there', () => expect(given(complete)).toBe(null));
  it('is needed when a package is missing', () => {
    const { 'node_modules/a': _gone, ...rest } = complete;
    expect(given(rest)).toBe('a is missing');
  });
  it('is needed when a package of this system is missing', () => {
    const { 'node_modules/node-here': _gone, ...rest } = complete;
    expect(given(rest)).toBe('node-here is missing');
  });
  it('is needed when a version differs', () => {
    expect(given({ ...complete, 'node_modules/a': { version: '0.9.0' } })).toBe('a is another version');
  });
  it('is not needed for tools in production', () => {
    const { 'node_modules/tool': _gone, ...rest } = complete;
    expect(given(rest)).toBe('tool is missing');
    vi.stubEnv('NODE_ENV', 'production');
    expect(given(rest)).toBe(null);
  });
  it('starts over when npm was interrupted and left no record', () => {
    mkdirSync(join(root, 'node_modules/a'), { recursive: true });
    expect(given(null)).toBe('nothing is installed yet');
  });
  it('says so when the checkout is not complete', () => {
    expect(() => whyInstall(root)).toThrow('not a complete checkout');
  });
});
