import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient, type SiteClient } from '@backlot/testing/site-client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openVisit, type SiteName, type Visit, type VisitOptions } from './visit.ts';

export interface DemoSites {
  site: DemoSite;
  browser: Browser;
  readonly clients: Record<SiteName, SiteClient>;
  /** Tokens of the creators. */
  readonly creators: Record<SiteName, string>;
  visit(name: SiteName, options?: VisitOptions): Promise<Visit>;
  /** What browsers complained of at any visit. */
  complaints(): string[];
  /** Changes settings as the creator. */
  change(name: SiteName, settings: object): Promise<unknown>;
  /** The site of somebody who comes now. */
  htmlOf(name: SiteName, path?: string): Promise<string>;
}

/** Both sites and a browser, for the tests of a file. */
export function openDemoSites(): DemoSites {
  const visits: Visit[] = [];
  const sites = {
    clients: {} as Record<SiteName, SiteClient>,
    creators: {} as Record<SiteName, string>,
    async visit(name, options = {}) {
      const opened = await openVisit(sites.browser, sites.site, name, options);
      visits.push(opened);
      return opened;
    },
    complaints: () => visits.flatMap(({ complaints }) => complaints),
    change: (name, settings) =>
      sites.clients[name].call('PATCH /api/app_settings', { token: sites.creators[name], body: settings }),
    htmlOf: async (name, path = '/home') =>
      (await sites.clients[name].ask(`GET ${path}`, { onPage: true })).body.toString(),
  } as DemoSites;
  beforeAll(async () => {
    [sites.site, sites.browser] = await Promise.all([startDemoSite(), launchChromium()]);
    for (const name of ['clay', 'patch'] as const) {
      sites.clients[name] = openSiteClient(`${name}.localhost`, sites.site.port);
      sites.creators[name] = await sites.clients[name].login(`creator@${name}.example`, 'Demo-creator-2026');
    }
  });
  afterAll(async () => {
    await sites.browser?.close();
    await sites.site?.stop();
  });
  return sites;
}
