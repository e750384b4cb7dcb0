import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const rows = readFileSync(join(root, 'services/server/asvs.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', level = '', what = '', test = ''] = line.split('\t');
    const at = test.indexOf(': ');
    return { id, level, what, file: test.slice(0, at), name: test.slice(at + 2) };
  });

/** Names as they stand in a file, with its escapes taken away. */
const namesIn = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");

describe('the table of OWASP ASVS 5.0', () => {
  it('names each requirement once, with its level and what is done', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(
      rows.filter(
        ({ id, level, what }) => !/^V\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(id) || !/^[123]$/.test(level) || what.length < 4,
      ),
    ).toEqual([]);
  });

  it('leaves out no requirement of levels 1 and 2 on cookies, headers, guessing and automation', () => {
    const wanted = [
      ...[1, 2, 3, 4].map((n) => `V3.3.${n}`),
      ...[1, 2, 3, 4, 5, 6].map((n) => `V3.4.${n}`),
      ...['V2.4.1', 'V3.7.2', 'V4.1.1', 'V4.1.3', 'V5.2.1', 'V6.2.9', 'V6.3.1', 'V14.3.2', 'V15.2.2'],
    ];
    expect(wanted.filter((id) => rows.every((row) => row.id !== id))).toEqual([]);
  });

  it('names a test for each that exists', () => {
    const missing = rows.filter(
      ({ file, name }) =>
        name.length < 8 ||
        !existsSync(join(root, file)) ||
        !new RegExp(`(?:it|describe|test)(?:\\.each\\([^]*?\\))?\\(\\s*['"]${escaped(name)}['"],`).test(namesIn(file)),
    );
    expect(missing.map(({ id, file, name }) => `${id} ${file}: ${name}`)).toEqual([]);
  });
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
