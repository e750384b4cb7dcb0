import { accountExamples } from './account-examples.ts';
import { contentExamples } from './content-examples.ts';
import { settingExamples } from './setting-examples.ts';
import { siteExamples } from './site-examples.ts';
import type { Example } from './wire-makers.ts';

/** One request for each built call of the documents, with every name that they give it. */
export const wireExamples: Readonly<Record<string, Example>> = {
  ...accountExamples,
  ...contentExamples,
  ...siteExamples,
  ...settingExamples,
};
