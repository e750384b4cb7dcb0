import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlacedBreak } from './placed-breaks.ts';
import { withProbes } from './probes.ts';
import type { CameTo } from './rate-breaks.ts';
import { runTests, type TestsRun } from './run-tests.ts';

/** Runs tests once with a probe at every break, and says what each rule's tests came to. The copy is left as it was. */
export async function lookWhatTestsComeTo(
  tree: string,
  breaks: readonly PlacedBreak[],
  files: readonly string[],
  ids: readonly string[],
): Promise<{ readonly ran: TestsRun; of(id: string): CameTo }> {
  const probed = new Map<number, PlacedBreak[]>();
  const sources = new Map<string, string>();
  for (const [path, those] of Map.groupBy(breaks, (one) => one.path)) {
    const source = readFileSync(join(tree, path), 'utf8');
    const first = probed.size;
    const { source: told, places } = withProbes(
      source,
      those.map(({ probe }) => probe),
      first,
    );
    const numbers = new Map(places.map(({ start, end }, index) => [`${start}-${end}`, first + index]));
    for (const one of those) {
      const number = numbers.get(`${one.probe.start}-${one.probe.end}`) ?? -1;
      probed.set(number, [...(probed.get(number) ?? []), one]);
    }
    sources.set(path, source);
    writeFileSync(join(tree, path), told);
  }
  const report = join(tree, '.cache-came-to');
  const ran = await runTests(tree, files, ids, report);
  for (const [path, source] of sources) writeFileSync(join(tree, path), source);

  const rows = (existsSync(report) ? readFileSync(report, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { file: string; name: string; probes: number[] });
  const breaksOf = (probes: readonly number[]): string[] =>
    probes.flatMap((probe) => probed.get(probe) ?? []).map(({ id }) => id);
  const ofTests = rows
    .filter(({ name }) => name !== '')
    .map(({ file, name, probes }) => ({ file, name, came: new Set(breaksOf(probes)) }));
  const before = Map.groupBy(
    rows.filter(({ name }) => name === ''),
    ({ file }) => file,
  );
  const tests = new Map<string, number>();
  for (const { came } of ofTests) for (const id of came) tests.set(id, (tests.get(id) ?? 0) + 1);
  return {
    ran,
    of: (id) => {
      const named = new RegExp(`\\b${id}\\b`);
      const those = ofTests.filter(({ name }) => named.test(name));
      const around = [...new Set(those.map(({ file }) => file))].flatMap((file) => before.get(file) ?? []);
      return {
        own: new Set(those.flatMap(({ came }) => [...came])),
        before: new Set(around.flatMap(({ probes }) => breaksOf(probes))),
        tests,
        total: ofTests.length,
      };
    },
  };
}
