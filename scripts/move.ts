import { parseArgs } from 'node:util';
import type { Side } from './move/move.ts';
import { runMove } from './move/run-move.ts';
import { moveSabotageNames } from './move/sabotages.ts';

// npm run move [-- --fans 10000 --seed 1 --from form --sabotage <name> --no-faults --json]: members of a site move from one
// provider to another and back, fan by fan, while much fails, and an oracle compares the product's books with the providers'.

const { values } = parseArgs({
  options: {
    fans: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: 'form' },
    sabotage: { type: 'string' },
    'no-faults': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const [fans, seed] = [Number(values.fans), Number(values.seed)];
const from = (['form', 'field'] as const).find((side) => side === values.from) as Side | undefined;
const sabotage = moveSabotageNames.find((name) => name === values.sabotage) ?? null;
const isKnown = values.sabotage === undefined || sabotage !== null;
if (!Number.isInteger(fans) || fans < 1 || !Number.isInteger(seed) || from === undefined || !isKnown) {
  console.error(
    `Usage: npm run move -- --fans <number> --seed <number> [--from form|field] [--sabotage ${moveSabotageNames.join('|')}] [--no-faults] [--json]`,
  );
  process.exit(2);
}
const begun = performance.now();
const seconds = (): number => Math.round((performance.now() - begun) / 1000);
const say = (text: string): void => {
  if (!values.json) console.log(text);
};
say(`${fans} fans, seed ${seed}, from the ${from}${sabotage === null ? '' : `, sabotage ${sabotage}`}`);
const { violations, counts, ...result } = await runMove({
  fans,
  seed,
  from,
  sabotage,
  hasFaults: !values['no-faults'],
  report: (text) => say(`  ${seconds()} s, ${text}`),
});
const told = violations.map(({ invariant, text, fan }) => ({
  invariant,
  text,
  fan: fan?.name ?? null,
  habit: fan?.habit ?? null,
  history: fan?.history ?? [],
}));
if (values.json) console.log(JSON.stringify({ seed, from, seconds: seconds(), ...result, violations: told }));
else {
  for (const [what, times] of [...counts].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`    ${what}: ${times}`);
  for (const { invariant, text, fan, habit, history } of told.slice(0, 50))
    console.log(
      [fan === null ? `! ${invariant}: ${text}` : `! ${invariant}, ${fan} (${habit}): ${text}`, ...history].join(
        '\n      ',
      ),
    );
  const { events, charges, moved, movedBack } = result;
  console.log(
    `${events} events, ${charges} charges, ${moved} moved, ${movedBack} moved back, ${seconds()} s, ${violations.length} violations`,
  );
}
const repeats = `${sabotage === null ? '' : ` --sabotage ${sabotage}`}${values['no-faults'] ? ' --no-faults' : ''}`;
if (violations.length > 0) say(`Again with: npm run move -- --fans ${fans} --seed ${seed} --from ${from}${repeats}`);
process.exit(violations.length === 0 ? 0 : 1);
