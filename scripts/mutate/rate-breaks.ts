import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reach, type CodeGraph, type CodeSymbol } from '@backlot/testing/code/code-graph';
import type { Proof } from '@backlot/testing/code/proofs';
import { testUnits } from '@backlot/testing/code/test-units';
import type { StatedRequirement } from '@backlot/testing/requirements';
import type { BreakKind } from './breaks.ts';
import type { PlacedBreak } from './placed-breaks.ts';

/** What tests came to: break → in the rule's own tests, in how many of all tests; and how many there were. */
export interface CameTo {
  readonly own: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly tests: ReadonlyMap<string, number>;
  readonly total: number;
}

const worthOf: Readonly<Record<BreakKind, number>> = {
  condition: 0.8,
  comparison: 0.8,
  query: 0.6,
  step: 0.4,
  constant: 0.4,
  number: 0.3,
  field: 0.2,
  text: 0,
};
const wordsIn = (text: string): string[] =>
  (text.match(/[A-Za-z]{3,}/g) ?? [])
    .flatMap((word) => word.split(/(?=[A-Z][a-z])/))
    .map((word) => word.toLowerCase().replace(/(?:s|ed|ing)$/, ''))
    .filter((word) => word.length > 2);

/**
 * Orders breaks by how much they are about a rule. A line is about it when the rule's own test runs it and few others
 * do, when its words and the texts of its keys are the rule's, and when its comment names the rule.
 */
export function breakRater(
  graph: CodeGraph,
  breaks: readonly PlacedBreak[],
): (rule: StatedRequirement, proofs: readonly Proof[], came: CameTo | null) => readonly PlacedBreak[] {
  const texts = { ...textsIn(graph.root, 'en.json'), ...textsIn(graph.root, 'studio/en.json') };
  const known = new Map<string, ReadonlySet<string>>();
  const wordsOf = (text: string): ReadonlySet<string> => {
    const held = known.get(text);
    if (held) return held;
    const keys = [...text.matchAll(/'([a-z0-9]+(?:-[a-z0-9]+)+)'/g)].map(([, key = '']) => texts[key] ?? '');
    const words = new Set(wordsIn([text, ...keys].join(' ')));
    known.set(text, words);
    return words;
  };
  const declarations = new Map(breaks.map(({ place, around }) => [place, around]));
  const spread = new Map<string, number>();
  for (const around of declarations.values())
    for (const word of wordsOf(around)) spread.set(word, (spread.get(word) ?? 0) + 1);
  const weight = (word: string): number => Math.log(declarations.size / (spread.get(word) ?? declarations.size));
  const likeness = (text: string, asked: ReadonlySet<string>): number => {
    const words = wordsOf(text);
    return (
      [...asked].filter((word) => words.has(word)).reduce((sum, word) => sum + weight(word), 0) /
      Math.sqrt(6 + words.size)
    );
  };

  return (rule, proofs, came) => {
    const asked = new Set(wordsIn([rule.requirement, ...proofs.map(({ title }) => title)].join(' ')));
    const named = new RegExp(`\\b${rule.id}\\b`);
    const touched = new Set(proofs.flatMap(({ touches }) => touches));
    const codes = proofs.flatMap(({ path, title }) => codesIn(graph, path, title));
    const reached = came ? null : reach(graph, touched);
    // A constant is of those tests that come to what mentions it.
    const mentioned = new Set(
      [...new Set(came ? breaks.filter(({ id }) => came.own.has(id)).map(({ place }) => place) : [])].flatMap((place) =>
        mentionedBy(graph, place),
      ),
    );
    const arounds = new Map<string, number>();
    // What only runs when a file is loaded: a table of a rule, and every shape of the wire.
    const isLoaded = (id: string, path: string): boolean =>
      came?.before.has(id) === true && !path.startsWith('packages/contracts/');
    return breaks
      .filter(({ id, path, place }) => (came ? came.own.has(id) || isLoaded(id, path) : reached?.has(place) === true))
      .map((one) => {
        const ofAround =
          arounds.get(one.place) ??
          (named.test(one.around) ? 2 : 0) + likeness(one.around, asked) + (touched.has(one.place) ? 1.5 : 0);
        arounds.set(one.place, ofAround);
        const alone = !came
          ? 0
          : came.own.has(one.id)
            ? Math.log((came.total + 1) / ((came.tests.get(one.id) ?? 0) + 1)) / 2
            : mentioned.has(one.place)
              ? 0.5
              : -2;
        const ofLine =
          (named.test(one.near) ? 4 : 0) +
          likeness(one.near, asked) +
          likeness(one.piece, asked) / 2 +
          (codes.some((code) => one.code.includes(`'${code}'`)) ? 1.5 : 0);
        return {
          one,
          rating: ofAround + ofLine + alone + worthOf[one.kind] + (one.path.startsWith('packages/domain/') ? 0.4 : 0),
        };
      })
      .toSorted((a, b) => b.rating - a.rating || a.one.id.localeCompare(b.one.id))
      .map(({ one }) => one);
  };
}

const textsIn = (root: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'packages/domain/src/texts', file), 'utf8')) as Record<string, string>;

function mentionedBy(graph: CodeGraph, place: CodeSymbol): readonly CodeSymbol[] {
  const [path = '', name = ''] = place.split('#');
  const module = graph.modules.get(path);
  const references = module?.declarations.get(name)?.references;
  return module && references ? graph.symbolsOf(module, references) : [];
}

/** Codes and keys that a test speaks of. */
function codesIn(graph: CodeGraph, path: string, title: string): readonly string[] {
  const module = graph.modules.get(path);
  const unit = module && testUnits(module).find((one) => one.title === title);
  return [...(unit?.uses.strings ?? [])].filter((text) => /^[a-z]+(?:-[a-z0-9]+)+$/.test(text));
}

/** The first breaks of as many lines: two changes of one line try the same. */
export const onLines = (rated: readonly PlacedBreak[], most: number): readonly PlacedBreak[] =>
  [
    ...new Map(
      rated
        .slice(0, 200)
        .toReversed()
        .map((one) => [`${one.path}:${one.line}`, one]),
    ).values(),
  ]
    .toReversed()
    .slice(0, most);
