import { paths } from '../../lib/paths.ts';

const quiet: readonly string[] = [
  paths.subscribe,
  paths.membership,
  paths.profile,
  paths.purchases,
  paths.terms,
  paths.privacy,
  paths.refunds,
  paths.dmca,
  paths.contentRemoval,
  paths.records,
  paths.faq,
  paths.contact,
];

/** Where a renewal is mended or ended, help is found, or what was bought is looked at: nobody is stopped there. */
export const isQuietPath = (path: string): boolean => quiet.some((one) => path === one || path.startsWith(`${one}/`));
