import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readCode } from './code/code-graph.ts';
import { idsNamed } from './code/proofs.ts';
import {
  contradictions,
  countByArea,
  countByState,
  idsIn,
  readNotBuilt,
  readRequirements,
  stateRequirements,
  type StatedRequirement,
} from './requirements.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const requirements = readRequirements();

// All code is read once, which takes seconds on a quiet machine.
vi.setConfig({ testTimeout: 90_000 });

describe('the requirements', () => {
  const code = readCode(root);
  const stated = stateRequirements(root, code);

  it('have every id once, of a known area', () => {
    const ids = requirements.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => idsIn(id)[0] !== id)).toEqual([]);
  });

  it('are numbered without gaps, so that none was lost', () => {
    const numbers = Map.groupBy(requirements, ({ id }) => id.replace(/-\d+$/, ''));
    for (const [prefix, rows] of numbers) {
      expect(
        rows.map(({ id }) => Number(id.slice(prefix.length + 1))),
        prefix,
      ).toEqual(rows.map((_, index) => index + 1));
    }
  });

  it('contain every id that a test names', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect([...idsNamed(code, idsIn)].filter((id) => !known.has(id))).toEqual([]);
  });

  it('are each proved, not built yet, or not to be tested for a reason', () => {
    expect(contradictions(stated)).toEqual([]);
    expect(stated.filter(({ state }) => state.kind === 'open').map(({ id }) => id)).toEqual([]);
    expect(stated.filter(({ state }) => state.kind === 'untestable' && state.reason.length < 10)).toEqual([]);
    expect([...readNotBuilt().values()].filter((capability) => capability.length < 4)).toEqual([]);
  });

  it('are counted by area', () => {
    const counts = countByArea(stated);
    expect(counts.reduce((sum, { total }) => sum + total, 0)).toBe(requirements.length);
    const { proved, open, untestable, 'not-built': notBuilt } = countByState(stated);
    expect(proved + open + untestable + notBuilt).toBe(requirements.length);
  });
});

describe('what the tables may not say', () => {
  const row = (state: StatedRequirement['state'], note = ''): StatedRequirement => ({
    id: 'SUB-01',
    area: 'subscription',
    requirement: 'x',
    note,
    state,
  });
  const proved = { kind: 'proved', proofs: [] } as const;

  it.each([
    ['that a proved rule is not built', row(proved), 'SUB-01 is proved'],
    ['that a rule is not built which nobody knows', { ...row(proved), id: 'SUB-02' }, 'no such rule'],
    [
      'that a rule is not built and cannot be tested',
      row({ kind: 'not-built', capability: 'chat' }, 'not tested: nothing to see'),
      'one of the two',
    ],
  ])('%s', (_, stated, told) => {
    expect(contradictions([stated], new Map([['SUB-01', 'chat']]))).toEqual([expect.stringContaining(told)]);
  });

  it('and nothing is said of a rule that waits', () => {
    expect(contradictions([row({ kind: 'not-built', capability: 'chat' })], new Map([['SUB-01', 'chat']]))).toEqual([]);
  });
});
