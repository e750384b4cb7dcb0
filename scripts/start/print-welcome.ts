import type { TenantRecord } from '@backlot/database';

import { printTable } from './print-table.ts';

interface Welcome {
  tenants: readonly TenantRecord[];
  config: { production: boolean; port: number; publicPort: number; publicScheme: string; platformHost: string };
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
      ...tenants.filter((tenant) => tenant.canonicalHost).map((tenant) => [tenant.slug, address(tenant.canonicalHost ?? '')]),
      ['platform', address(config.platformHost)],
      ...(config.production ? [] : [['mail', `${address(config.platformHost)}/mailbox`], ['cards', `http://127.0.0.1:${config.port + 1}`]]),
    ],
  );
  if (config.production) return;
  console.log('');
  printTable(['Log in with', 'Password', 'As'], demoPeople);
  console.log('\nCtrl-C stops it.');
}

const demoPeople = [
  ['fan@demo.example', 'Demo-fan-2026', 'a fan, known on clay and patch'],
  ['creator@clay.example', 'Demo-creator-2026', 'the creator of clay'],
  ['creator@patch.example', 'Demo-creator-2026', 'the creator of patch'],
  ['creator@ridge.example', 'Demo-creator-2026', 'the creator of ridge'],
  ['<role>@clay.example', 'Demo-staff-2026', 'staff of clay, one for each role'],
];
