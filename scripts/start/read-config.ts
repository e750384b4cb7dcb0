import type { Config } from '@backlot/server/config';

import { explainFailure } from './explain-failure.ts';

/** The environment as a configuration. Throws a sentence that says which variable is wrong. */
export async function readConfig(): Promise<Config> {
  const { configFrom } = await import('@backlot/server/config');
  try {
    return configFrom(process.env);
  } catch (error) {
    throw explainFailure(error);
  }
}
