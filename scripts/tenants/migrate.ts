import { type Command, getSite } from './command.ts';

export const migrate: Command = async ({ database, args: slugs }) => {
  const only = [];
  for (const slug of slugs) only.push((await getSite(database, slug, '')).id);
  const report = await database.migrateTenants(slugs.length > 0 ? { only } : {});
  for (const { slug, files } of report.migrated) console.log(`✓ ${slug}: ${files.join(', ') || 'role renewed'}`);
  for (const { slug, error } of report.failed) console.log(`✗ ${slug}: ${error}`);
  console.log(`${report.migrated.length} migrated, ${report.unchanged} current, ${report.failed.length} failed`);
  return report.failed.length > 0 ? 1 : 0;
};
