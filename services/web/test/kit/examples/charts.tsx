import { splitSpan } from '@backlot/domain/formats/day-spans';
import { useState } from 'react';
import { AreaChart } from '../../../src/components/studio/charts/area-chart.tsx';
import { ChartCard } from '../../../src/components/studio/charts/chart-card.tsx';
import { ChartRangeBar, useChartRange } from '../../../src/components/studio/charts/chart-range.tsx';
import { ShareBar } from '../../../src/components/studio/charts/share-bar.tsx';
import { TrendCard } from '../../../src/components/studio/charts/trend-card.tsx';

export function Figures() {
  const [isTable, setTable] = useState(false);
  const [now, before] = [
    [0, 4, 9, 15, 22, 31, null],
    [0, 3, 8, 11, 13, 19, 27],
  ];
  return (
    <ChartCard
      title="Fired this week"
      isTable={isTable}
      onTable={setTable}
      table={{ columns: ['Day', 'Fired'], rows: now.map((sum, day) => [`${day + 1}`, `${sum ?? '–'}`]) }}
      chart={
        <AreaChart
          values={now}
          compared={before}
          format={String}
          axis={[
            { at: 0, label: 'Mon' },
            { at: 0.5, label: 'Thu' },
          ]}
        />
      }
    >
      <ShareBar shares={[22, 7, 2]} />
      <p className="small muted">22 bowls, 7 vases, 2 plates</p>
    </ChartCard>
  );
}

export function Trend() {
  const [isTable, setTable] = useState(false);
  const { span, isCompared } = useChartRange();
  const values = splitSpan(span);
  const fired = (at: number): number => ((at * 37) % 23) + at;
  return (
    <div className="examples-trend">
      <ChartRangeBar />
      <TrendCard
        title="Fired"
        names={['Bowls', 'Vases']}
        isCount
        points={values.map((value, at) => ({ ...value, values: [fired(at), at % 4], before: fired(at + 3) / 1.4 }))}
        sum={812}
        before={640}
        isCompared={isCompared}
        format={(value) => String(Math.round(value))}
        formatLine={String}
        isTable={isTable}
        onTable={setTable}
      />
    </div>
  );
}
