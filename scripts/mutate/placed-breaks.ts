import type { CodeGraph, CodeSymbol } from '@backlot/testing/code/code-graph';
import { isTestCode, reachedInProduction } from '@backlot/testing/code/production';
import { breaksIn, type Break } from './breaks.ts';

/** A break with where it stands and what is read there. */
export interface PlacedBreak extends Break {
  readonly id: string;
  readonly path: string;
  /** The declaration that it lies in, and its `path#name`. */
  readonly name: string;
  readonly place: CodeSymbol;
  readonly line: number;
  readonly code: string;
  /** What is broken of it. */
  readonly piece: string;
  /** The line with the comment above it, and the whole declaration with its comment. */
  readonly near: string;
  readonly around: string;
}

/** Migrations, scripts and what only describes decide no rule. */
const decides = (path: string): boolean =>
  !isTestCode(path) &&
  !/\.mjs$|\/migrations\/|^packages\/database\/|^scripts\/|vite\.config|settings\/uses\.ts$|setting-sections\.ts$/.test(
    path,
  );

/** Everything that can be broken in what production runs. */
export function placedBreaks(graph: CodeGraph): readonly PlacedBreak[] {
  const inProduction = reachedInProduction(graph);
  return [...graph.modules.values()]
    .filter(({ path }) => decides(path))
    .flatMap((module) => {
      const { path, source, program } = module;
      return [...module.declarations]
        .filter(([name]) => inProduction.has(`${path}#${name}`))
        .flatMap(([name, { start, end }]) => {
          const around = source.slice(commentBefore(source, start), end);
          return breaksIn(program, source, start, end).map((one) => {
            const from = source.lastIndexOf('\n', one.start) + 1;
            const code = source.slice(from, lineEnd(source, one.start)).trim();
            return {
              ...one,
              id: `${path}:${one.start}-${one.end}:${one.text}`,
              path,
              name,
              place: `${path}#${name}`,
              line: source.slice(0, one.start).split('\n').length,
              code,
              piece: source.slice(one.start, one.end).slice(0, 200),
              near: source.slice(commentBefore(source, from), from) + code,
              around,
            };
          });
        });
    });
}

const lineEnd = (source: string, offset: number): number =>
  source.includes('\n', offset) ? source.indexOf('\n', offset) : source.length;

/** Where the comment above an offset begins; the offset itself where there is none. */
function commentBefore(source: string, offset: number): number {
  const above =
    /(?:(?:[ \t]*\/\/[^\n]*\n)+|[ \t]*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)(?:export )?(?:default )?(?:async )?(?:const |function )?[ \t]*$/.exec(
      source.slice(Math.max(0, offset - 1_500), offset),
    );
  return above ? offset - above[0].length : offset;
}
