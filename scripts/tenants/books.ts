import { tenantSchema } from '@backlot/database/tenant-id';
import { getSite, type Command } from './command.ts';

/**
 * Compares a site's books with their seals, and their sums with the entries, from the first day on. `--restored`: its database
 * was restored from a back-up, so that heads which were kept of later seals are forgotten first.
 */
export const books: Command = async ({ database, config, args }) => {
  const site = await getSite(database, args[0], 'npm run tenants -- books <slug> [--restored]');
  const { openContext } = await import('@backlot/server/process/open-context');
  const { checkBooks, checkSums, checkWallets, forgetHeads, lastSeal } =
    await import('@backlot/server/features/ledger/index');
  const { ctx, close } = await openContext(config, { database });
  try {
    if (args.includes('--restored')) {
      const newest = await database.tenants.read(site, lastSeal);
      const count = await forgetHeads(ctx.storage, site, (newest?.number ?? 0) + 1);
      console.log(`${count} seals that came after ${newest?.day ?? 'the first day'} are forgotten.`);
    }
    const differences = await checkSums(ctx, site);
    for (const { accountId, span, startsAt } of differences)
      console.log(`${startsAt.toISOString()}  ${span} of account ${accountId}  sum-differs`);
    if (differences.length > 0)
      console.log(
        `${differences.length} sums of the books of ${site.slug} are not those of the entries. If the entries are as they were sealed, the database's owner mends the sums: select ${tenantSchema(site.id)}.resum_ledger();`,
      );
    const wallets = await checkWallets(ctx, site);
    for (const { userId, currency } of wallets) console.log(`wallet of ${userId} in ${currency}  wallet-differs`);
    if (wallets.length > 0)
      console.log(
        `${wallets.length} wallets of ${site.slug} are not what the entries of their fans say. If the entries are as they were sealed, they are right.`,
      );
    const last = await database.tenants.read(site, lastSeal);
    const findings = await checkBooks(ctx, site);
    for (const { seal, day, transactionId, wrong } of findings)
      console.log(`${day}  seal ${seal}  ${wrong}${transactionId === null ? '' : `  ${transactionId}`}`);
    if (last === null && findings.length === 0) {
      console.log(`The books of ${site.slug} have no seal yet: a day is sealed when it is over.`);
      return differences.length + wallets.length === 0 ? 0 : 1;
    }
    console.log(
      findings.length === 0
        ? `The books of ${site.slug} are as they were sealed, from the first day to ${last?.day}.`
        : `\n${findings.length} findings: the books of ${site.slug} are not as they were sealed. A back-up of the first day named shows what they said.`,
    );
    return findings.length + differences.length + wallets.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
};
