import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countByArea, idsInTests, readRequirements, testedIds } from './requirements.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const requirements = readRequirements();

describe('the requirements', () => {
  it('have every id once, of a known area', () => {
    const ids = requirements.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => idsInTests(`'${id}'`)[0] !== id)).toEqual([]);
  });

  it('are numbered without gaps, so that none was lost', () => {
    const numbers = Map.groupBy(requirements, ({ id }) => id.replace(/-\d+$/, ''));
    for (const [prefix, rows] of numbers) {
      expect(rows.map(({ id }) => Number(id.slice(prefix.length + 1))), prefix).toEqual(rows.map((_, index) => index + 1));
    }
  });

  it('contain every id that a test names', () => {
    const known = new Set(requirements.map(({ id }) => id));
    const unknown = [...testedIds(root)].filter(([id]) => !known.has(id));
    expect(unknown).toEqual([]);
  });

  it('are counted by area', () => {
    const counts = countByArea(requirements, testedIds(root));
    expect(counts.reduce((sum, { total }) => sum + total, 0)).toBe(requirements.length);
    expect(counts.every(({ total, tested, untestable }) => tested + untestable <= total)).toBe(true);
  });
});

describe('ids in tests', () => {
  it('are found in names and tables, and not in comments', () => {
    const [first, second, third, fourth, fifth] = ['SUB', 'CARD', 'ROLE', 'POST', 'TAG'].map((area) => `${area}-01`);
    const source = `
      // ${first} is only talked about, see https://example.org
      /* ${first} too */
      it('${second} has a name', () => {});
      it.each([['${third}', "it's"]])('%s', () => { fetch('https://x.example'); });
      it(\`${fourth} in a template\`, () => {});
      it('leaves', () => { page.waitForURL('**/feed/*'); });
      it('${fifth} comes back', () => { page.waitForURL('**/home'); });
    `;
    expect(idsInTests(source)).toEqual([second, third, fourth, fifth]);
  });
});
