import { reach, type CodeGraph, type CodeSymbol } from './code-graph.ts';

/** What is started: the server, the pages in both places, the tools of an operator, and the twin that a checkout runs with. */
const programs = [
  'services/server/src/main.ts',
  'services/web/src/entry-fan.tsx',
  'services/web/src/entry-landing.ts',
  'services/web/src/entry-studio.tsx',
  'services/web/src/entry-server.tsx',
  'services/web/vite.config.ts',
  'services/twins/src/main.ts',
  'scripts/start.ts',
  'scripts/tenants.ts',
];

const isProgram = (path: string): boolean => programs.includes(path) || path.includes('/migrations/');

export const isTestCode = (path: string): boolean =>
  /\.test\.tsx?$|\/test\/|\/testing\/|^packages\/testing\//.test(path);

/** What developers start: checks, benchmarks, fuzzers. */
const isTool = (path: string): boolean => /^scripts\/[^/]+\.(?:ts|mjs)$/.test(path) && !isTestCode(path);

/** Every declaration that a started program can come to. */
export const reachedInProduction = (graph: CodeGraph): ReadonlySet<CodeSymbol> => reachedFrom(graph, isProgram);

function reachedFrom(graph: CodeGraph, isStart: (path: string) => boolean): ReadonlySet<CodeSymbol> {
  const starts = [...graph.modules.values()].filter(({ path }) => isStart(path));
  return reach(
    graph,
    starts.flatMap(({ path, exports }) => [
      `${path}#`,
      ...[...exports.values()].map((name) => `${path}#${typeof name === 'string' ? name : ''}`),
    ]),
  );
}

/**
 * Exports without a caller, as `path: name`. A test is no caller: a rule that only its test calls decides nothing.
 * The rules of packages/domain need a program; everything else in packages and services a program or a tool.
 */
export function exportsWithoutCaller(graph: CodeGraph): readonly string[] {
  const programs = reachedInProduction(graph);
  const both = reachedFrom(graph, (path) => isProgram(path) || isTool(path));
  return [...graph.modules.values()]
    .filter(({ path }) => /^(?:packages|services)\//.test(path) && !isTestCode(path))
    .flatMap(({ path, exports, declarations }) => {
      const reached = path.startsWith('packages/domain/') ? programs : both;
      return [...exports]
        .filter(
          ([, target]) => typeof target === 'string' && declarations.has(target) && !reached.has(`${path}#${target}`),
        )
        .map(([name]) => `${path}: ${name}`);
    });
}
