import { join } from 'node:path';

import { PlainFailure } from '../../bootstrap/progress.mjs';
import { needs } from './needs.ts';
import { provideNeeds } from './provide-needs.ts';

const root = join(import.meta.dirname, '../../..');

/** The path of a Chromium, brought if there is none; also left in `CHROMIUM_PATH` for what starts one later. */
export async function findChromium(report: (text: string) => void = () => {}): Promise<string> {
  const { env, missing } = await provideNeeds(
    root,
    report,
    needs.filter((need) => need.variable === 'CHROMIUM_PATH'),
  );
  if (!env.CHROMIUM_PATH) throw new PlainFailure(`Chromium is missing.\n${missing[0]?.why ?? ''}`);
  process.env.CHROMIUM_PATH = env.CHROMIUM_PATH;
  return env.CHROMIUM_PATH;
}
