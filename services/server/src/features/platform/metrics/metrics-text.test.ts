import { expect, it } from 'vitest';
import { metricsText } from './metrics-text.ts';

it('writes a head, a type and a line a sample, and escapes what the format wants escaped', () => {
  expect(
    metricsText([
      {
        name: 'a_total',
        help: 'One "line"\nwith a \\.',
        type: 'counter',
        samples: [{ value: 3, labels: { cache: 'a "b"\n\\', kind: 'x' } }, { value: 2 ** 53 }],
      },
      {
        name: 'b',
        help: 'B.',
        type: 'gauge',
        samples: [{ value: 1e-7 }, { value: NaN }, { value: Infinity }, { value: -Infinity }],
      },
    ]),
  ).toBe(
    [
      '# HELP a_total One "line"\\nwith a \\\\.',
      '# TYPE a_total counter',
      'a_total{cache="a \\"b\\"\\n\\\\",kind="x"} 3',
      'a_total 9007199254740992',
      '# HELP b B.',
      '# TYPE b gauge',
      'b 1e-7',
      'b NaN',
      'b +Inf',
      'b -Inf',
      '',
    ].join('\n'),
  );
});

it('says nothing of what has no figure now', () => {
  expect(metricsText([{ name: 'a', help: 'A.', type: 'gauge', samples: [] }])).toBe('');
});
