import type { DemoSite } from '@backlot/testing/demo-site';
import type { Browser, BrowserContext } from 'playwright-core';
import { expect } from 'vitest';
import { readBrowserStorage } from './browser-storage.ts';
import { noteFrames, noteReceived, type Received } from './traffic.ts';
import { openVisit, type SiteName, type Visit } from './visit.ts';

/** The software's name, whatever stands between its halves. */
export const ownName = /back[\s_.-]?lot/i;

/** Looks for the software's name in whatever people see or receive (DECISIONS 1). */
export function lookForOwnName() {
  const found: string[] = [];
  let looked = 0;
  return {
    found,
    looked: () => looked,
    look: (what: string, text: string): void => {
      looked += 1;
      const at = text.search(ownName);
      if (at >= 0) found.push(`${what}: …${text.slice(Math.max(0, at - 60), at + 60)}…`);
    },
  };
}

/** What one person's browser got. */
export interface Crawled {
  readonly answers: ReadonlyArray<Pick<Received, 'status' | 'type' | 'url'>>;
  readonly frames: readonly string[];
}

/**
 * A person's way over screens of a site, with all that came over the wire and what stays in their browser looked at:
 * fails where the software's name is in it. `go` opens the screens, and `before` looks on before the first.
 */
export async function crawl(
  browser: Browser,
  site: DemoSite,
  where: SiteName,
  token: string | null,
  go: (visit: Visit) => Promise<void>,
  before: (context: BrowserContext) => unknown = () => undefined,
): Promise<Crawled> {
  const { found, look, looked } = lookForOwnName();
  let frames: readonly string[] = [];
  let noted: ReturnType<typeof noteReceived> | undefined;
  const visit = await openVisit(browser, site, where, {
    token: token ?? undefined,
    onContext: (context) => {
      frames = noteFrames(context);
      noted = noteReceived(context);
      return before(context);
    },
  });
  await go(visit);
  look('storage', await readBrowserStorage(visit.context, visit.page));
  await noted!.settled();
  look('socket', frames.join('\n'));
  for (const { url, headers, body } of noted!.received) look(url, `${url}\n${headers}\n${body.toString('latin1')}`);
  expect(looked()).toBeGreaterThan(10);
  expect(found).toEqual([]);
  expect(visit.complaints).toEqual([]);
  await visit.close();
  return { answers: noted!.received.map(({ url, status, type }) => ({ url, status, type })), frames };
}
