export interface Bar { readonly label: string; readonly title: string; readonly parts: readonly number[] }

/** One bar a day, its parts in an order that never changes. */
export function StackedBars({ bars, axis }: { bars: readonly Bar[]; axis: readonly { readonly at: number; readonly label: string }[] }) {
  // No axis stands beside them, so the tallest fills the height.
  const max = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)));
  return (
    <div className="bars-chart">
      <div className="bars">
        {bars.map(({ label, title, parts }) => (
          <span key={label} className="bar" title={title}>
            {parts.map((part, index) => (part > 0 ? <i key={index} data-tone={index + 1} style={{ blockSize: `${(part / max) * 100}%` }} /> : null)).reverse()}
          </span>
        ))}
      </div>
      <div className="chart-axis">{axis.map(({ at, label }) => <span key={label} style={{ left: `${at * 100}%` }}>{label}</span>)}</div>
    </div>
  );
}

/** A whole and its parts in one line. */
export function ShareBar({ parts }: { parts: readonly number[] }) {
  return <div className="share-bar" aria-hidden="true">{parts.map((part, index) => (part > 0 ? <i key={index} data-tone={index + 1} style={{ flexGrow: part }} /> : null))}</div>;
}
