import { getSite, type Command } from './command.ts';

/** Compares a site's books with their seals, from the first day on. */
export const books: Command = async ({ database, config, args }) => {
  const site = await getSite(database, args[0], 'npm run tenants -- books <slug>');
  const { openContext } = await import('@backlot/server/process/open-context');
  const { checkBooks, lastSeal } = await import('@backlot/server/features/ledger/index');
  const { ctx, close } = await openContext(config, { database });
  try {
    const last = await database.tenants.read(site, lastSeal);
    if (last === null) {
      console.log(`The books of ${site.slug} have no seal yet: a day is sealed when it is over.`);
      return 0;
    }
    const findings = await checkBooks(ctx, site);
    for (const { seal, day, transactionId, wrong } of findings)
      console.log(`${day}  seal ${seal}  ${wrong}${transactionId === null ? '' : `  ${transactionId}`}`);
    console.log(
      findings.length === 0
        ? `The books of ${site.slug} are as they were sealed, from the first day to ${last.day}.`
        : `\n${findings.length} findings: the books of ${site.slug} are not as they were sealed. A back-up of the first day named shows what they said.`,
    );
    return findings.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
};
