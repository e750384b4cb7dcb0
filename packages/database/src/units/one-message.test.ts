import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withOwner } from '../owner.ts';
import { sql, table } from '../sql.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';
import { recordStatements } from '../testing/statements.ts';
import type { TenantDb } from './face.ts';

let world: NoteWorld;
beforeAll(async () => {
  // One connection, so that it keeps what it has seen.
  world = await openNoteWorld({ poolSize: 1 });
});
afterAll(() => world.end());

const write = <R>(work: (db: TenantDb) => Promise<R>) => world.database.tenants.write(world.clay, work);
const has = async (title: string) =>
  (await world.database.tenants.read(world.clay, (db) => found(title).first(db))) !== null;

const adding = (title: string) => sql`insert into ${table('test_notes')} (title) values (${title})`.prepared();
const found = (title: string) =>
  sql<{ title: string }>`select title from ${table('test_notes')} where title = ${title}`.prepared();
const locking = (key: number) => sql`select pg_catalog.pg_advisory_xact_lock(${key}::int)`.prepared();

/** How often something was sent to Postgres. */
async function messagesOf(work: () => Promise<unknown>): Promise<number> {
  const recording = recordStatements();
  try {
    await work();
  } finally {
    recording.stop();
  }
  return recording.stop().at(-1)?.message ?? 0;
}

describe('a transaction whose statements its connection keeps', () => {
  it('goes with its begin in the first message and with its commit in the last, from the second time on', async () => {
    const add = (title: string) => () =>
      write(async (db) => {
        await locking(1).runWithNext(db);
        await found(title).first(db);
        await adding(title).runWithNext(db);
      });
    expect(await messagesOf(add('first'))).toBe(5);
    expect(await messagesOf(add('second'))).toBe(2);
    expect([await has('first'), await has('second')]).toEqual([true, true]);
  });

  it('sends nothing where nothing was asked of it', async () => {
    expect(await messagesOf(() => write(async () => 1))).toBe(0);
  });

  it('sees behind a lock what was committed while it waited for it, though both went in one message', async () => {
    const look = (key: number) =>
      write(async (db) => {
        await locking(key).runWithNext(db);
        return found('behind the lock').first(db);
      });
    expect(await look(2)).toBeNull();
    const looking = await withOwner(world.url, async (owner) => {
      await owner.query('begin');
      await owner.query('select pg_advisory_xact_lock(3)');
      await owner.query(`insert into tenant_${world.clay.id}.test_notes (title) values ('behind the lock')`);
      const waiting = look(3);
      for (;;) {
        const { rowCount } = await owner.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
        if (rowCount === 1) break;
      }
      await owner.query('commit');
      return { waiting };
    });
    expect(await looking.waiting).toEqual({ title: 'behind the lock' });
  });

  it('is undone as a whole where its last statement is refused together with the commit', async () => {
    await expect(
      write(async (db) => {
        await adding('undone').run(db);
        await adding('of clay').runWithNext(db);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await has('undone')).toBe(false);
    await write((db) => adding('afterwards').run(db));
    expect(await has('afterwards')).toBe(true);
  });

  it('is undone as a whole where its first statement is refused together with the begin', async () => {
    await expect(
      write(async (db) => {
        await adding('of clay').run(db);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    await expect(
      write(async (db) => {
        await adding('of clay')
          .run(db)
          .catch(() => {});
        await adding('behind a failure').runWithNext(db);
      }),
    ).rejects.toMatchObject({ code: '25P02' });
    expect(await has('behind a failure')).toBe(false);
  });

  it('keeps nothing back before a statement of knex, a savepoint or a failure of the work', async () => {
    await write(async (db) => {
      await adding('before knex').runWithNext(db);
      expect(await db('test_notes').where({ title: 'before knex' }).first()).toBeDefined();
      await adding('before a savepoint').runWithNext(db);
      await db
        .savepoint(async (inner) => {
          await adding('within it').runWithNext(inner);
          throw new Error('on purpose');
        })
        .catch(() => {});
    });
    const thrown = write(async (db) => {
      await adding('thrown away').runWithNext(db);
      throw new Error('on purpose');
    });
    await expect(thrown).rejects.toThrow('on purpose');
    const titles = ['before knex', 'before a savepoint', 'within it', 'thrown away'];
    expect(await Promise.all(titles.map(has))).toEqual([true, true, false, false]);
  });

  it('answers two statements of one message each with its own rows, also where one has none', async () => {
    const both = () => write((db) => found('of clay').firstAnd(db, found('nobody has it')));
    expect([await both(), await both()]).toEqual([
      [{ title: 'of clay' }, null],
      [{ title: 'of clay' }, null],
    ]);
  });
});

it.each([
  ['that are marked for it, unless told', undefined, ['marked']],
  ['of all that have values, where told', 50, ['marked', 'unmarked']],
])('a connection keeps the statements %s', async (_which, keptStatements, kept) => {
  const other = await openNoteWorld({ poolSize: 1, ...(keptStatements === undefined ? {} : { keptStatements }) });
  try {
    const names = await other.database.tenants.read(other.clay, async (db) => {
      await sql`select ${1}::int as marked`.prepared().all(db);
      await sql`select ${1}::int as unmarked`.all(db);
      await sql`select 1 as without_values`.all(db);
      return sql<{ name: string }>`
        select split_part(statement, ' as ', 2) as name from pg_catalog.pg_prepared_statements
        where statement like 'select $1::int as %' or statement like '%without' || '_values' order by 1`.all(db);
    });
    expect(names.map(({ name }) => name)).toEqual(kept);
  } finally {
    await other.end();
  }
});
