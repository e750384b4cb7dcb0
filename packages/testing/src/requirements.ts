import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCode } from './code/code-graph.ts';
import { proofsOf, type Proof } from './code/proofs.ts';

export interface Requirement {
  readonly id: string;
  readonly area: string;
  /** What is asked, as it was decided. */
  readonly requirement: string;
  /** The decision that settled it, or `not tested: …` with the reason. */
  readonly note: string;
}

/**
 * How far a rule is. `not-built` also where its decision is made by a function already, and the screen or call that
 * would ask it comes later. `open`: what it asks may be there, but no test proves it.
 */
export type RequirementState =
  | { readonly kind: 'proved'; readonly proofs: readonly Proof[] }
  | { readonly kind: 'not-built'; readonly capability: string }
  | { readonly kind: 'untestable'; readonly reason: string }
  | { readonly kind: 'open' };

export interface StatedRequirement extends Requirement {
  readonly state: RequirementState;
}

const beside = (name: string): string => join(import.meta.dirname, '..', name);

/** Rows of a table whose first line names the columns. @throws with file and line when a row is not whole */
function readTable(path: string, columns: readonly string[]): readonly (readonly string[])[] {
  const [head, ...lines] = readFileSync(path, 'utf8').replace(/\n+$/, '').split('\n');
  if (head !== columns.join('\t')) throw new Error(`${path}: unexpected columns`);
  return lines.map((line, index) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length || !cells[0])
      throw new Error(`${path}:${index + 2}: not ${columns.length} columns`);
    return cells;
  });
}

/** Rows of `requirements.tsv`. */
export const readRequirements = (path = beside('requirements.tsv')): readonly Requirement[] =>
  readTable(path, ['id', 'area', 'requirement', 'note']).map(([id = '', area = '', requirement = '', note = '']) => ({
    id,
    area,
    requirement,
    note,
  }));

/** Rule → the capability that brings it. */
export const readNotBuilt = (path = beside('not-built.tsv')): ReadonlyMap<string, string> =>
  new Map(readTable(path, ['id', 'capability']).map(([id = '', capability = '']) => [id, capability]));

const areas =
  'ROLE|ACC|GEN|SUB|CARD|WAL|COUP|PROMO|NAV|POPUP|EMAIL|NOTIF|POST|TAG|MEDIA|LAND|WELCOME|MASS|REUSE|CHAT|TIP|PPM|LIVE|UNIV|SHOP|BOOK|ADMIN|LIMIT';
const idPattern = new RegExp(`\\b(?:${areas})-\\d{2,3}\\b`, 'g');

export const idsIn = (text: string): readonly string[] => text.match(idPattern) ?? [];

/** Every rule with its state, by what the tests of a checkout touch. Takes seconds where all of the code is not read yet. */
export function stateRequirements(root: string, code = readCode(root)): readonly StatedRequirement[] {
  const proofs = proofsOf(code, idsIn);
  const notBuilt = readNotBuilt();
  return readRequirements().map((row) => ({
    ...row,
    state: stateOf(row, proofs.get(row.id) ?? [], notBuilt.get(row.id)),
  }));
}

function stateOf({ note }: Requirement, proofs: readonly Proof[], capability: string | undefined): RequirementState {
  if (proofs.some(({ way }) => way === 'door')) return { kind: 'proved', proofs };
  if (capability !== undefined) return { kind: 'not-built', capability };
  if (proofs.length > 0) return { kind: 'proved', proofs };
  return note.startsWith('not tested')
    ? { kind: 'untestable', reason: note.replace(/^not tested:? ?/, '') }
    : { kind: 'open' };
}

/** What the two tables say that is not so: a rule that waits for its capability and is proved, or is named twice. */
export function contradictions(rows: readonly StatedRequirement[], notBuilt = readNotBuilt()): readonly string[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...notBuilt.keys()].flatMap((id) => {
    const row = known.get(id);
    if (!row) return [`${id} waits for a capability, and there is no such rule.`];
    if (row.state.kind === 'proved')
      return [
        `${id} is proved, and not-built.tsv says that it is not built. npm run requirements -- --settle takes it out.`,
      ];
    return row.note.startsWith('not tested') ? [`${id} cannot be tested and is not built: one of the two.`] : [];
  });
}

/** Takes out of `not-built.tsv` what is proved by now. */
export function settleNotBuilt(rows: readonly StatedRequirement[], path = beside('not-built.tsv')): void {
  const proved = new Set(rows.filter(({ state }) => state.kind === 'proved').map(({ id }) => id));
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.filter((line) => !proved.has(line.split('\t')[0] ?? '')).join('\n'));
}

export interface AreaCount extends Readonly<Record<RequirementState['kind'], number>> {
  readonly area: string;
  readonly total: number;
}

export const countByArea = (rows: readonly StatedRequirement[]): readonly AreaCount[] =>
  [...Map.groupBy(rows, ({ area }) => area)].map(([area, those]) => ({
    area,
    total: those.length,
    ...countByState(those),
  }));

export function countByState(rows: readonly StatedRequirement[]): Readonly<Record<RequirementState['kind'], number>> {
  const counts = { proved: 0, 'not-built': 0, untestable: 0, open: 0 };
  for (const { state } of rows) counts[state.kind] += 1;
  return counts;
}
