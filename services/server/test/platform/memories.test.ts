import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BoundedMemory } from '../../src/memory/bounded-memory.ts';
import { memoryFigures } from '../../src/memory/memories.ts';
import { openRememberedRows } from '../../src/memory/remembered-rows.ts';
import { atMost } from '../../src/tries/at-most.ts';

const root = join(import.meta.dirname, '../../../..');

/** Of the server and of every package, without tests and what helps them. */
const sources = ['services/server/src', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(root, path), code: readFileSync(path, 'utf8') }))
  .filter(({ path }) => !/\/testing\/|^packages\/testing\//.test(path));

const made = /\bnew BoundedMemory(?:<.*?>)?\(\s*([^,)]+)|(?<!function )\bopenRememberedRows(?:<.*?>)?\(\s*([^,)]+)/gs;
const namesIn = (code: string): string[] =>
  [...code.matchAll(made)].map(([, one, other]) => (one ?? other ?? '').trim());

/** Lists that grow while the process lives, of a module or of what is opened once: `file: name`. */
function growingIn({ path, code }: { path: string; code: string }): string[] {
  let inside = '';
  return code.split('\n').flatMap((line) => {
    inside = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(line)?.[1] ?? inside;
    const [, indent, name] =
      /^( {0,2})(?:export |readonly |private )?(?:const |let )?(#?\w+)[^=]*= new (?:Map|Set)(?:<.*>)?\(\);$/.exec(
        line,
      ) ?? [];
    if (name === undefined) return [];
    return indent === '' || /^(?:open|create|onceEach|inBatches|[A-Z])/.test(inside) ? [`${path}: ${name}`] : [];
  });
}

describe('every memory of production code', () => {
  it('is a BoundedMemory or openRememberedRows: nothing else opens an LRU', () => {
    const opening = sources.filter(({ code }) => /from 'lru-cache'|\bopenTrustedMemory\b/.test(code));
    expect(opening.map(({ path }) => path).toSorted()).toEqual([
      'packages/realtime/src/trusted-memory.ts',
      'services/server/src/memory/bounded-memory.ts',
      'services/server/src/memory/remembered-rows.ts',
    ]);
  });

  it('has a written name of its own, and every name is the one of a memory', () => {
    const names = sources.flatMap(({ code }) => namesIn(code));
    expect(names.toSorted()).toEqual(memoryFigures().map(({ name }) => `'${name}'`));
  });

  it('that is no LRU is bounded by what it says here', () => {
    expect(sources.flatMap(growingIn).toSorted()).toEqual(
      Object.keys({
        'packages/database/src/queue/listen.ts: subscriptions': 'what listens',
        'packages/database/src/units/pool.ts: busyByRole': 'connections that are lent',
        'packages/database/src/units/waiting-line.ts: lines': 'who waits for a connection, five seconds',
        'packages/domain/src/formats/dates.ts: clocks': 'time zones that there are',
        'packages/domain/src/money/money.ts: formatters': 'languages and currencies',
        'packages/media/src/confine/work-folder.ts: swept': 'folders of the configuration',
        'packages/media/src/film/film-tools.ts: found': 'programs of the configuration',
        'packages/realtime/src/memory-bus.ts: channels': 'what subscribes',
        'packages/realtime/src/presence.ts: peers': 'processes, dropped after fifteen seconds',
        'packages/realtime/src/presence.ts: sockets': 'persons who are connected',
        'packages/realtime/src/realtime.ts: gathered': 'emptied every 25 ms',
        'packages/realtime/src/realtime.ts: rooms': 'persons who are connected',
        'packages/realtime/src/realtime.ts: seats': 'persons who are connected',
        'packages/realtime/src/streams.ts: listeners': 'sockets of one person, 30',
        'services/server/src/answer-writer.ts: known': 'schemas of the contract',
        'services/server/src/features/accounts/login/fair-semaphore.ts: sites': 'places in the queue',
        'services/server/src/features/checkout/sellables.ts: byKind': 'what features sell',
        'services/server/src/features/media/make/process-photo.ts: inWork': 'work that goes on',
        'services/server/src/features/media/receive/complete-upload.ts: running': 'work that goes on',
        'services/server/src/features/sites/manifest.ts: grounds': 'themes',
        'services/server/src/plugins/guests/kept-answers.ts: sites': 'goes with the answers, which are bounded',
        'services/server/src/process/log-fields.ts: #open': 'open connections',
        'services/server/src/secrets.ts: derived': 'purposes, written in code',
        'services/server/src/secrets.ts: known': 'names, written in code',
        'services/server/src/sites/tenant-registry.ts: byHost': 'sites: it answers for all of them',
        'services/server/src/sites/tenant-registry.ts: byId': 'sites: it answers for all of them',
        'services/server/src/sites/tenant-registry.ts: wanted': 'sites that are to be read again',
        'services/server/src/texts/studio-texts.ts: loaded': 'languages',
        'services/server/src/texts/texts.ts: plain': 'texts in their languages',
        'services/server/src/tries/in-batches.ts: lines': 'questions that are under way',
      }).toSorted(),
    );
  });

  it('is seen by these tests', () => {
    const bad = [
      'const known = new Map<string, number>();',
      'export function openThings() {',
      '  const seen = new Set<string>();',
      '}',
      'function countThings() {',
      '  const sums = new Map<string, number>();',
      '}',
      "const some = new BoundedMemory<string, Promise<A | null>>('some', atMost(5));",
      'const other = openRememberedRows<K, V>(name, { max: 5 });',
    ].join('\n');
    expect(growingIn({ path: 'a.ts', code: bad })).toEqual(['a.ts: known', 'a.ts: seen']);
    expect(namesIn(bad)).toEqual(["'some'", 'name']);
  });
});

describe('a memory counts', () => {
  const figuresOf = (name: string) => memoryFigures().find((one) => one.name === name)!;
  const gained = (name: string, work: () => void) => {
    const before = figuresOf(name);
    work();
    const { hits, misses, evictions } = figuresOf(name);
    return { hits: hits - before.hits, misses: misses - before.misses, evictions: evictions - before.evictions };
  };

  it('what it answers, what it does not know and what it puts out', () => {
    // Of earlier files of this worker.
    const before = figuresOf('tags').entries;
    const memory = new BoundedMemory<string, number>('tags', atMost(2));
    expect(
      gained('tags', () => {
        memory.set('a', 1);
        memory.set('b', 0);
        memory.get('a');
        memory.get('b');
        memory.get('c');
        memory.peek('d');
        memory.set('c', 3);
        memory.delete('c');
      }),
    ).toEqual({ hits: 2, misses: 1, evictions: 1 });
    expect([figuresOf('tags').entries - before, figuresOf('tags').bytes]).toEqual([1, null]);
  });

  it('its bytes where these are its bound, over all of its name', () => {
    const before = figuresOf('playlists').bytes ?? 0;
    const open = () =>
      new BoundedMemory<string, string>('playlists', {
        isOfBytes: true,
        maxSize: 100,
        sizeCalculation: (text) => text.length,
      });
    const [one, other] = [open(), open()];
    one.set('a', 'x'.repeat(30));
    other.set('a', 'x'.repeat(40));
    expect(figuresOf('playlists').bytes).toBe(before + 70);
    expect([one.size, other.size]).toEqual([1, 1]);
  });

  it('no hit for what cannot be believed any more', async () => {
    let stretch: number | null = 1;
    const memory = openRememberedRows<string, number>('promotions', {
      line: { unbroken: () => stretch },
      max: 1,
      keepMs: 0.001,
    });
    const lasting = openRememberedRows<string, number>('promotions', { line: { unbroken: () => stretch }, max: 1 });
    const before = figuresOf('promotions');
    await lasting.get('a', async () => 1);
    await lasting.get('a', async () => 2);
    await memory.get('a', async () => 1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await memory.get('a', async () => 2);
    stretch = null;
    await lasting.get('b', async () => 3);
    const { hits, misses, evictions, entries } = figuresOf('promotions');
    expect([hits - before.hits, misses - before.misses, evictions - before.evictions]).toEqual([1, 4, 1]);
    expect(entries).toBeGreaterThanOrEqual(2);
  });
});
