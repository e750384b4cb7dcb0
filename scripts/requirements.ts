// `npm run requirements`: which rules a test names and which not, and the counts of each area.
// --json prints the same as data, --missing only the rules without a test.
import { join } from 'node:path';

import { countByArea, isUntestable, readRequirements, testedIds } from '@backlot/testing/requirements';

const root = join(import.meta.dirname, '..');
const options = new Set(process.argv.slice(2));
const requirements = readRequirements();
const tested = testedIds(root);
const counts = countByArea(requirements, tested);
const total = requirements.filter(({ id }) => tested.has(id)).length;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

if (options.has('--json')) {
  const rows = requirements.map((row) => ({ ...row, tests: tested.get(row.id) ?? [], untestable: isUntestable(row) }));
  print(JSON.stringify({ total: requirements.length, tested: total, areas: counts, requirements: rows }, null, 2));
} else {
  if (!options.has('--missing')) {
    print('With a test');
    for (const { id, requirement } of requirements.filter((row) => tested.has(row.id))) print(`  ${id.padEnd(11)} ${requirement}`);
    print('');
  }
  print('Without a test');
  for (const row of requirements.filter(({ id }) => !tested.has(id))) {
    print(`  ${row.id.padEnd(11)} ${row.requirement}${isUntestable(row) ? ` (${row.note})` : ''}`);
  }
  print('\nArea                          with   of');
  for (const { area, tested: count, total: all } of counts) print(`${area.padEnd(28)} ${String(count).padStart(5)} ${String(all).padStart(4)}`);
  print(`\n${total} of ${requirements.length} rules are named by a test.`);
}
