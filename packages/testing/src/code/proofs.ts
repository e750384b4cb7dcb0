import type { CodeGraph, CodeSymbol } from './code-graph.ts';
import { isTestCode, reachedInProduction } from './production.ts';
import type { Module } from './read-module.ts';
import { testUnits, type TestUnit } from './test-units.ts';

/** How a test comes to what production runs: through one of its doors, or by calling a function that it reaches. */
export type Way = 'door' | 'function';

export interface Proof {
  readonly path: string;
  readonly title: string;
  readonly way: Way;
  readonly touches: readonly CodeSymbol[];
}

/** A route, a job, a socket, a rendered screen, a browser, or a program that is started. */
const doors = [
  /^services\/server\/src\/(open-server|app|jobs\/runner)\.ts#\w/,
  /^services\/server\/src\/(plugins|realtime)\//,
  /^services\/web\/src\/entry-server\.tsx#/,
  /^services\/web\/build\//,
  /^services\/twins\/src\/index\.ts#/,
  /^npm:(react-dom|playwright-core|fastify)/,
  /^scripts\/(start|tenants)\.ts#/,
];

/** Ids that tests name, whether they prove them or not. */
export const idsNamed = (graph: CodeGraph, idsIn: (text: string) => readonly string[]): ReadonlySet<string> =>
  new Set(
    testModules(graph)
      .flatMap(testUnits)
      .flatMap(({ says }) => says)
      .flatMap(idsIn),
  );

const testModules = (graph: CodeGraph): readonly Module[] =>
  [...graph.modules.values()].filter(({ path }) => /\.test\.tsx?$/.test(path));

/** Rule → the tests that prove it. A test that only calls what nothing else calls proves nothing. */
export function proofsOf(
  graph: CodeGraph,
  idsIn: (text: string) => readonly string[],
): ReadonlyMap<string, readonly Proof[]> {
  const reached = reachedInProduction(graph);
  const proofs = new Map<string, Proof[]>();
  for (const module of testModules(graph)) {
    for (const unit of testUnits(module)) {
      const ids = [...new Set(unit.says.flatMap(idsIn))];
      if (ids.length === 0) continue;
      const touches = touchedBy(graph, unit);
      const way = touches.some((place) => doors.some((door) => door.test(place)))
        ? 'door'
        : touches.some((place) => reached.has(place) && runs(graph, place))
          ? 'function'
          : null;
      if (way === null) continue;
      for (const id of ids)
        proofs.set(id, [...(proofs.get(id) ?? []), { path: unit.path, title: unit.title, way, touches }]);
    }
  }
  return proofs;
}

/** Places outside of test code that a test mentions, itself or by way of test code. */
function touchedBy(graph: CodeGraph, unit: TestUnit): readonly CodeSymbol[] {
  const module = graph.modules.get(unit.path);
  if (!module) return [];
  const touched = new Set<CodeSymbol>();
  const waiting = [...graph.symbolsOf(module, unit.uses)];
  const seen = new Set<CodeSymbol>();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const [path = '', name = ''] = place.split('#');
    const inside = isTestCode(path) ? graph.modules.get(path) : undefined;
    if (!inside) touched.add(place);
    else if (name !== '')
      waiting.push(...graph.symbolsOf(inside, inside.declarations.get(name)?.references ?? inside.body));
  }
  return [...touched];
}

/** What tests begin with: a default that nothing reads is no behaviour. */
const given = new Set<CodeSymbol>([
  'packages/domain/src/settings/index.ts#defaultSettings',
  'packages/domain/src/settings/index.ts#findSetting',
]);

const runs = (graph: CodeGraph, place: CodeSymbol): boolean => {
  const [path = '', name = ''] = place.split('#');
  return !given.has(place) && graph.modules.get(path)?.declarations.get(name)?.isFunction === true;
};
