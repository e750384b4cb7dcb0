// `npm run requirements`: how far every rule is, and the counts of each area.
// --json prints the same as data, --missing leaves out what is proved, --settle takes proved rules out of not-built.tsv.
// Fails when a rule is neither proved, nor not built yet, nor impossible to test.
import { join } from 'node:path';

import {
  contradictions,
  countByArea,
  countByState,
  settleNotBuilt,
  stateRequirements,
  type RequirementState,
  type StatedRequirement,
} from '@backlot/testing/requirements';

const root = join(import.meta.dirname, '..');
const options = new Set(process.argv.slice(2));
const rows = stateRequirements(root);
const counts = countByState(rows);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const titles: Readonly<Record<RequirementState['kind'], string>> = {
  proved: 'Proved',
  open: 'Without a proof',
  'not-built': 'Not built yet',
  untestable: 'Cannot be tested',
};

function because({ state }: StatedRequirement): string {
  if (state.kind === 'not-built') return ` (comes with: ${state.capability})`;
  return state.kind === 'untestable' ? ` (because: ${state.reason})` : '';
}

if (options.has('--settle')) {
  settleNotBuilt(rows);
} else if (options.has('--json')) {
  const told = rows.map(({ state, ...row }) => ({
    ...row,
    ...state,
    ...(state.kind === 'proved' ? { proofs: state.proofs.map(({ path, title, way }) => ({ path, title, way })) } : {}),
  }));
  print(JSON.stringify({ total: rows.length, counts, areas: countByArea(rows), requirements: told }, null, 2));
} else {
  for (const kind of ['proved', 'untestable', 'not-built', 'open'] as const) {
    if (kind === 'proved' && options.has('--missing')) continue;
    print(titles[kind]);
    for (const row of rows.filter(({ state }) => state.kind === kind))
      print(`  ${row.id.padEnd(11)} ${row.requirement}${because(row)}`);
    print('');
  }
  print('Area                         proved  not built  untestable  open    of');
  for (const { area, total, ...of } of countByArea(rows)) {
    print(
      `${area.padEnd(28)} ${String(of.proved).padStart(6)} ${String(of['not-built']).padStart(10)} ${String(of.untestable).padStart(11)} ${String(of.open).padStart(5)} ${String(total).padStart(5)}`,
    );
  }
  const wrong = contradictions(rows);
  if (counts.open > 0) process.exitCode = 1;
  if (wrong.length > 0) {
    print(`\n${wrong.join('\n')}`);
    process.exitCode = 1;
  }
  print(
    `\nOf ${rows.length} rules ${counts.proved} are proved, ${counts['not-built']} not built yet, ${counts.untestable} cannot be tested, and ${counts.open} have no proof.`,
  );
}
