import type { HostileRandom } from '@backlot/media/testing/hostile-random';
import type { TSchema } from 'typebox';

/** The keywords that tell what a value should look like; whichever a schema has. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values that have broken parsers, databases and file names elsewhere. */
const oddities: readonly unknown[] = [
  null,
  true,
  -0,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  '0',
  'null',
  '\u0000',
  '\ud800',
  'a\u0000b',
  '\u202e',
  '../../etc/passwd',
  '%00',
  '%',
  '%c0%af',
  '${7*7}',
  "' or 1=1 --",
  '<script>x</script>',
  'javascript:x',
  '//evil.test',
  'x'.repeat(5_000),
  '9'.repeat(400),
  '4242424242424242',
  '[]',
  '{}',
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: -1 },
  { constructor: { prototype: {} } },
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'undefined',
  '𝕏'.repeat(50),
  'é'.normalize('NFD'),
  '-23',
  '1e3',
  '0x10',
];

/** A body of this shape, often nearly right: what is wrong everywhere goes no further than the first check. */
export function mutated(random: HostileRandom, schema: TSchema | undefined, ids: readonly string[]): unknown {
  if (schema === undefined || random.below(25) === 0) return random.pick(oddities);
  return valueOf(random, schema as Shape, ids, 0);
}

function valueOf(random: HostileRandom, shape: Shape, ids: readonly string[], depth: number): unknown {
  if (depth > 6 || random.below(9) === 0)
    return random.below(40) === 0 ? nested(random.below(3_000)) : random.pick(oddities);
  if (shape.const !== undefined) return shape.const;
  if (shape.anyOf) return valueOf(random, random.pick(shape.anyOf), ids, depth + 1);
  switch (shape.type) {
    case 'object':
      return objectOf(random, shape, ids, depth);
    case 'array':
      return Array.from({ length: random.below(random.below(20) === 0 ? 300 : 4) }, () =>
        valueOf(random, shape.items ?? {}, ids, depth + 1),
      );
    case 'boolean':
      return random.below(2) === 1;
    case 'integer':
    case 'number':
      return random.pick([
        shape.minimum ?? 0,
        shape.maximum ?? 10,
        random.below(1_000),
        -random.below(10),
        random.below(1_000) / 100,
      ]);
    case 'null':
      return null;
    default:
      return random.pick([
        ...ids,
        ...ids,
        'A usual text',
        'fan@luna.test',
        '2026-03-10T12:00:00.000Z',
        random.bytes(random.below(40)).toString('latin1'),
      ]);
  }
}

function objectOf(random: HostileRandom, { properties = {} }: Shape, ids: readonly string[], depth: number): object {
  const entries = Object.entries(properties)
    .filter(() => random.below(6) > 0)
    .map(([key, part]) => [key, valueOf(random, part, ids, depth + 1)] as const);
  const more =
    random.below(12) === 0
      ? [
          [
            random.pick(['__proto__', 'constructor', 'cardNumber', '', '\u0000', 'userId', 'isAdmin']),
            random.pick(oddities),
          ] as const,
        ]
      : [];
  return Object.fromEntries([...entries, ...more]);
}

/** Brackets in brackets, as text: JavaScript could not write so deep an object out. */
const nested = (depth: number): unknown =>
  Array.from({ length: Math.min(depth, 500) }).reduce<unknown>((inner) => [inner], 1);

/** Text of an address or a header: no line ends, which a client can't send inside of one. */
export const oddText = (random: HostileRandom): string =>
  asText(random.pick(oddities))
    .replace(/[\r\n\0]/g, '')
    .slice(0, 2_000);

/** Some of them have no text of their own, which is why they are there. */
export const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
