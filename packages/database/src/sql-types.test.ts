import { expect, it } from 'vitest';
import type { TenantDb } from './units/face.ts';
import { sql, table } from './sql.ts';
import type {} from './testing/note-world.ts';

interface NoteRow {
  id: number;
  title: string;
}

// Checked by the compiler: an expectation that no longer holds is an error of its own.
export function wrongSql(db: TenantDb, given: string, statement: { text: string }): unknown {
  const notes = sql<NoteRow>`select id, title from ${table('test_notes')} where title = ${given}`;
  return [
    async () => (await notes.all(db)).map(({ title }) => title.length),
    // @ts-expect-error a column that the row does not have
    async () => (await notes.all(db)).map(({ body }) => body),
    // @ts-expect-error a row that is perhaps not there
    async () => (await notes.first(db)).title,
    // @ts-expect-error a table that nobody declared
    () => sql`select 1 from ${table('no_such_table')}`,
    // @ts-expect-error a table named by text from elsewhere
    () => sql`select 1 from ${table(given)}`,
    // @ts-expect-error a schema is never named by hand
    () => sql`select 1 from ${table('tenant_abc.test_notes')}`,
    // @ts-expect-error text is no statement
    () => sql(given),
    // @ts-expect-error nor is a list of text
    () => sql([given]),
    // @ts-expect-error text is no part to be written between others
    () => sql.join([sql`a`, sql`b`], given),
    // @ts-expect-error what only looks like a statement is none
    () => sql`select ${statement}`,
    // @ts-expect-error a value that is perhaps not there
    () => sql`select ${undefined}`,
    // @ts-expect-error an object goes in as json
    () => sql`select ${{ a: 1 }}`,
    () => sql`select ${sql.json({ a: 1 })}, ${null}, ${new Date()}, ${[1, 2]}`,
  ];
}

it('text cannot become SQL, and rows have their types', () => {
  expect(wrongSql).toBeTypeOf('function');
});
