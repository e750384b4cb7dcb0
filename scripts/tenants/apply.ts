import { step } from '../bootstrap/progress.mjs';
import { printLeftOut } from '../start/print-left-out.ts';
import { borrowSandbox } from '../start/start-sandbox.ts';
import type { Command } from './command.ts';
import { list } from './list.ts';

export const apply: Command = async (work) => {
  const { database, config, args: names } = work;
  const { applyTenants } = await import('@backlot/server/apply/apply-tenants');
  const sandbox = await borrowSandbox(config);
  let failures = 0;
  try {
    await step('Sites', async (report) => {
      const { applied, failed } = await applyTenants({ database, report, ...(names.length > 0 && { only: names }) });
      failures = failed.length;
      for (const { name, error } of failed) printLeftOut(name, error);
      report(applied.join(', ') || 'none');
    });
  } finally {
    await sandbox.close();
  }
  await list(work);
  return failures > 0 ? 1 : 0;
};
