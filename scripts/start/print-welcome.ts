import type { TenantRecord } from '@backlot/database';

import { printTable } from './print-table.ts';

interface Welcome {
  tenants: readonly TenantRecord[];
  config: {
    production: boolean;
    port: number;
    operationsPort: number | null;
    publicPort: number;
    publicScheme: string;
    platformHost: string;
    smtpUrl: string | null;
  };
  milliseconds: number;
}

/** The table of sites, addresses and logins at the end of a start. */
export function printWelcome({ tenants, config, milliseconds }: Welcome): void {
  const address = (host: string) => {
    const usual = config.publicScheme === 'https' ? 443 : 80;
    return `${config.publicScheme}://${host}${config.publicPort === usual ? '' : `:${config.publicPort}`}`;
  };
  console.log(`\nReady in ${(milliseconds / 1000).toFixed(1)} s.\n`);
  printTable(
    ['Site', 'Address'],
    [
      ...tenants
        .filter((tenant) => tenant.canonicalHost)
        .map((tenant) => [tenant.slug, address(tenant.canonicalHost ?? '')]),
      ['platform', address(config.platformHost)],
      ...(config.operationsPort === null
        ? [
            ['mail', `${address(config.platformHost)}/mailbox`],
            ['cards', `http://127.0.0.1:${config.port + 1}`],
          ]
        : [['operations', `http://127.0.0.1:${config.operationsPort} (this machine alone)`]]),
    ],
  );
  if (config.production) return printWarnings(tenants.length, config);
  console.log('');
  const people = demoPeopleOf(tenants.map(({ slug }) => slug));
  if (people.length > 0) printTable(['Log in with', 'Password', 'As'], people);
  console.log('\nCtrl-C stops it.');
}

function printWarnings(sites: number, { smtpUrl }: Welcome['config']): void {
  if (smtpUrl === null) {
    console.warn(
      '\nNo mail is sent: SMTP_URL is not set. Receipts, password links and invitations are kept on the operations page and reach nobody, and whoever asks for a new password is told so.',
    );
  }
  if (sites === 0)
    console.log('\nNo site yet. The first one: npm run tenants -- create <slug> --host <host> --owner <email>');
}

/** Rows of the people of these sites: only they can log in. */
function demoPeopleOf(slugs: readonly string[]): string[][] {
  const isThere = (slug: string): boolean => slugs.includes(slug);
  const known = ['clay', 'patch'].filter(isThere);
  return [
    ...(known.length > 0 ? [['fan@demo.example', 'Demo-fan-2026', `a fan, known on ${known.join(' and ')}`]] : []),
    ...['clay', 'patch', 'ridge']
      .filter(isThere)
      .map((slug) => [`creator@${slug}.example`, 'Demo-creator-2026', `the creator of ${slug}`]),
    ...(isThere('clay') ? [['<role>@clay.example', 'Demo-staff-2026', 'staff of clay, one for each role']] : []),
  ];
}
