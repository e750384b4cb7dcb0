import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import { saveSettings } from '../features/sites/index.ts';
import type { SiteName, World } from './world.ts';

/** Saves settings of a site as it stands, and waits until the server goes by them. */
export async function changeSettings(
  world: World,
  values: Readonly<Record<string, unknown>>,
  site: SiteName = 'luna',
): Promise<void> {
  const tenant = world.tenants[site];
  await world.database.tenants.write(tenant, (db) => saveSettings(db, values, null, world.clock.now()));
  await vi.waitUntil(
    async () => {
      const believed = new Map(Object.entries(await world.ctx.settings.of(tenant)));
      return Object.entries(values).every(([key, value]) => isDeepStrictEqual(believed.get(key), value));
    },
    { timeout: 20_000 },
  );
}
