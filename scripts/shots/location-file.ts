import { geoipFile } from '@backlot/testing/geoip-file';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where this machine is, for the sites whose pictures are taken. */
export const homeCountry = 'DE';

/** A file of locations for the demo site, without which nobody can be blocked by theirs. */
export async function makeLocationFile(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'locations-'));
  const path = join(folder, 'locations.mmdb');
  await writeFile(path, geoipFile({ '127.0.0.0/8': { country: homeCountry } }));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
