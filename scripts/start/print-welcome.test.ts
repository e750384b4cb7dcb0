import type { TenantRecord } from '@backlot/database';
import { afterEach, expect, it, vi } from 'vitest';
import { printWelcome } from './print-welcome.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const config = {
  production: false,
  port: 8000,
  operationsPort: null,
  publicPort: 8000,
  publicScheme: 'http',
  platformHost: 'platform.localhost',
  smtpUrl: null,
};
/** What a start with these sites says. */
function saidOf(...slugs: string[]): string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  printWelcome({
    tenants: slugs.map((slug) => ({ slug, canonicalHost: `${slug}.localhost` }) as TenantRecord),
    config,
    milliseconds: 1,
  });
  const said = log.mock.calls.flat().join('\n');
  log.mockRestore();
  return said;
}

it('the table of logins names the people of the sites that are there, and nobody else', () => {
  const clay = saidOf('clay');
  for (const text of [
    'http://clay.localhost:8000',
    'creator@clay.example',
    '<role>@clay.example',
    'a fan, known on clay\n',
    'Demo-fan-2026',
  ])
    expect(`${clay}\n`).toContain(text);
  expect(clay).not.toMatch(/patch|ridge/);
  expect(saidOf('clay', 'patch', 'ridge')).toContain('a fan, known on clay and patch');
  const own = saidOf('nova');
  expect(own).toContain('http://nova.localhost:8000');
  expect(own).not.toMatch(/\.example|Log in with/);
});
