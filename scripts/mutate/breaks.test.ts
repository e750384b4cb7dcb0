import { readModule } from '@backlot/testing/code/read-module';
import { expect, it } from 'vitest';
import { breaksIn } from './breaks.ts';
import { withProbes } from './probes.ts';

const breaksOf = (source: string) => breaksIn(readModule('a.tsx', source).program, source, 0, source.length);
const broken = (source: string): string[] =>
  breaksOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

it.each([
  [
    'a comparison',
    'const f = (a: number) => a <= 5;',
    ['const f = (a: number) => ((a) > (5));', 'const f = (a: number) => a <= 6;'],
  ],
  ['a condition', 'if (a) b(c);', ['if (!(a)) b(c);', 'if (a) void 0;']],
  ['a constant', 'const f = () => true;', ['const f = () => false;']],
  ['both sides of a logical operator', 'const f = a && b;', ['const f = ((a) || (b));']],
  ['what narrows a list', 'const f = a.filter(b);', ['const f = (a);']],
  ['a field', 'const f = { a, b };', ['const f = {  b };', 'const f = { a,  };']],
  [
    'a query',
    'const f = `select 1 where a = ? and b is null`;',
    [
      'const f = `select 1 where a = ? and b is not null`;',
      'const f = `select 1 where a = ? or b is null`;',
      'const f = `select 1 where a <> ? and b is null`;',
    ],
  ],
  [
    'a text, and no name or attribute',
    `const f = <a b="cde" {...t('text')} />;`,
    [`const f = <a  {...t('text')} />;`, `const f = <a b="cde" {...t('text~')} />;`],
  ],
  ['an element inside another one', 'const f = <a>{b}<i /></a>;', ['const f = <a>{b}</a>;']],
  [
    'no path that a build looks for',
    `import.meta.glob('./a/*.ts'); import('./abc');`,
    [`void 0; import('./abc');`, `import.meta.glob('./a/*.ts'); void 0;`],
  ],
  ['nothing of types', 'type A = 1 | true;', []],
])('breaks %s', (_, source, expected) => {
  expect(broken(source)).toEqual(expected);
  for (const one of expected) expect(() => readModule('a.tsx', one)).not.toThrow();
});

it('code with probes decides as before and tells which of its breaks it came to', () => {
  const source = 'if (a < 3) b = a === 2 || a === 1 ? { c: 4 } : null; return b;';
  const probed = withProbes(
    source,
    breaksOf(`function f() { ${source} }`).map(({ probe }) => ({ start: probe.start - 15, end: probe.end - 15 })),
    100,
  );
  const run = (a: number): { value: unknown; hit: string[] } => {
    const hit: string[] = [];
    const value = new Function('globalThis', 'a', 'b', probed.source)(
      {
        cameTo: (probe: number) => {
          hit.push(source.slice(probed.places[probe - 100]?.start, probed.places[probe - 100]?.end));
        },
      },
      a,
      null,
    );
    return { value, hit };
  };
  expect(run(5)).toEqual({ value: null, hit: ['a < 3', '3'] });
  expect(run(2).value).toEqual({ c: 4 });
  expect(run(2).hit).toEqual(expect.arrayContaining(['a === 2', '{ c: 4 }']));
  expect(run(2).hit).not.toContain('a === 1');
});
