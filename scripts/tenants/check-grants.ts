import type { Database, TenantId } from '@backlot/database';

/** Says where what roles may do differs from a new site. `only`: these, or all where it is empty. */
export async function checkGrants(database: Database, only: readonly TenantId[]): Promise<number> {
  const { same, differing, behind } = await database.checkGrants(only.length > 0 ? only : undefined);
  for (const { slug, differences } of differing)
    for (const { object, has, wants } of differences)
      console.log(`✗ ${slug}, ${object}: ${has ?? 'is not there'}; on a new site: ${wants ?? 'is not there'}`);
  for (const slug of behind) console.log(`- ${slug} is not up to date, and was not compared.`);
  console.log(`${same} as a new site is, ${differing.length} not, ${behind.length} not compared`);
  if (differing.length > 0)
    console.log(
      `What a site's own role may do with tables and sequences is granted again by: npm run tenants -- migrate ${differing.map(({ slug }) => slug).join(' ')} --renew-grants`,
    );
  if (behind.length > 0) console.log('To bring them up to date: npm run tenants -- migrate');
  return differing.length + behind.length > 0 ? 1 : 0;
}

/** Grants what roles may do again, and says what differs even then. */
export async function renewGrants(database: Database, only: readonly TenantId[]): Promise<number> {
  await database.renewGrants(only.length > 0 ? only : undefined);
  return checkGrants(database, only);
}
