import { linePoints, pathOf, roundMax } from './scale.ts';

interface AreaChartProps {
  /** Null for what has not happened yet. */
  readonly values: readonly (number | null)[];
  readonly compared: readonly number[];
  /** Labels of the time axis at their share of its length. */
  readonly axis: readonly { readonly at: number; readonly label: string }[];
  readonly format: (value: number) => string;
}

/** A running total as an area, and what it is compared with as a dashed line. Time runs left to right everywhere. */
export function AreaChart({ values, compared, axis, format }: AreaChartProps) {
  const max = roundMax([...values.map((value) => value ?? 0), ...compared]);
  const line = linePoints(values, max);
  const last = line.at(-1);
  const area = last ? `${pathOf(line)}L${last.x.toFixed(2)} 100L0 100Z` : '';
  return (
    <div className="area-chart">
      <div className="chart-plot">
        {[1, 0.5, 0].map((share) => (
          <span key={share} className="chart-line" style={{ top: `${(1 - share) * 100}%` }}>
            <small>{format(max * share)}</small>
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="area" d={area} />
          <path className="line-compared" d={pathOf(linePoints(compared, max))} />
          <path className="line" d={pathOf(line)} />
        </svg>
        {last ? <i className="chart-dot" style={{ left: `${last.x}%`, top: `${last.y}%` }} /> : null}
      </div>
      <div className="chart-axis">
        {axis.map(({ at, label }) => (
          <span key={label} dir="auto" style={{ left: `${at * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
