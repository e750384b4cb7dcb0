import { useState } from 'react';
import { partTone, type ChartTone } from './chart-tones.ts';
import { roundMax } from './scale.ts';

export interface PeriodBar {
  readonly key: string;
  readonly label: string;
  /** From the foot upwards, in an order that never changes. */
  readonly values: readonly number[];
  /** What a pointer on the bar is told. */
  readonly lines: readonly { readonly name: string; readonly tone: ChartTone; readonly value: string }[];
  /** What it is compared with; null without. */
  readonly before: number | null;
  readonly axis: string;
}

/** Bars of one period, stacked, with the one before as a dashed line across. Time runs left to right everywhere. */
export function PeriodBars({
  bars,
  isCount,
  format,
}: {
  bars: readonly PeriodBar[];
  /** Whole numbers only: so is the line in the middle. */
  isCount: boolean;
  format: (value: number) => string;
}) {
  const [at, setAt] = useState<number | null>(null);
  const most = roundMax(
    bars.flatMap(({ values, before }) => [values.reduce((sum, value) => sum + value, 0), before ?? 0]),
  );
  const max = isCount ? Math.ceil(most / 2) * 2 : most;
  const middle = (index: number): number => ((index + 0.5) / bars.length) * 100;
  const heights = bars.flatMap(({ before }) => (before === null ? [] : [(100 - (before / max) * 100).toFixed(2)]));
  // One point alone draws nothing: it is a line over the width of its bar.
  const line =
    heights.length === 1
      ? `0 ${heights[0]}L100 ${heights[0]}`
      : heights.map((height, index) => `${middle(index).toFixed(2)} ${height}`).join('L');
  const pointed = at === null ? undefined : bars[at];
  const find = ({ clientX, currentTarget }: React.PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(bars.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))));
  };
  const marks = [0, 1, 2, 3].map((value) => Math.round((value / 4) * bars.length));
  return (
    <div className="period-chart">
      <div
        className="chart-plot"
        onPointerMove={find}
        onPointerDown={find}
        onPointerLeave={({ pointerType }) => {
          // A finger that is lifted has pointed; the next tap elsewhere points anew.
          if (pointerType === 'mouse') setAt(null);
        }}
      >
        {[1, 0.5, 0].map((share) => (
          <span key={share} className="chart-line" style={{ top: `${(1 - share) * 100}%` }}>
            <small>{format(max * share)}</small>
          </span>
        ))}
        <div className="bars" data-many={bars.length > 45 || undefined}>
          {bars.map(({ key, values }, index) => (
            <span key={key} className="bar" data-pointed={index === at || undefined}>
              {values
                .map((value, of) =>
                  value > 0 ? (
                    <i key={of} data-tone={partTone(of)} style={{ blockSize: `${(value / max) * 100}%` }} />
                  ) : null,
                )
                .reverse()}
            </span>
          ))}
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {line === '' ? null : (
            <>
              <path className="line-halo" d={`M${line}`} />
              <path className="line-compared" d={`M${line}`} />
            </>
          )}
        </svg>
        {pointed && at !== null ? (
          <div className="chart-readout" style={{ left: `${middle(at)}%`, translate: `-${middle(at)}% 0` }}>
            <b dir="auto">{pointed.label}</b>
            {pointed.lines.map(({ name, tone, value }) => (
              <span key={name}>
                <i data-tone={tone} />
                <bdi>{name}</bdi>
                <b>{value}</b>
              </span>
            ))}
          </div>
        ) : null}
      </div>
      <div className="chart-axis">
        {[...new Set(marks)].map((index) => (
          <span key={index} dir="auto" style={{ left: `${(index / bars.length) * 100}%` }}>
            {bars[index]?.axis}
          </span>
        ))}
      </div>
    </div>
  );
}
