import { Table2 } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartTone } from './chart-tones.ts';
import './charts.css';

export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartCardProps {
  readonly title: string;
  readonly head?: ReactNode;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
  readonly table: ChartTable;
  readonly chart: ReactNode;
  readonly children?: ReactNode;
}

/** A chart and the same figures as a table: for eyes behind a press, for screen readers always. */
export function ChartCard({ title, head, isTable, onTable, table, chart, children }: ChartCardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="panel-card chart-card" aria-labelledby={id}>
      <header className="chart-head">
        <h2 id={id}>{title}</h2>
        {head}
        <button
          type="button"
          className="btn"
          data-tone="ghost"
          data-size="s"
          data-square
          aria-pressed={isTable}
          aria-label={t('chart-as-table', { title })}
          aria-keyshortcuts="T"
          onClick={() => onTable(!isTable)}
        >
          <Table2 className="icon" aria-hidden />
        </button>
      </header>
      {children}
      {isTable ? null : (
        <div aria-hidden="true" dir="ltr">
          {chart}
        </div>
      )}
      {/* It scrolls, so a keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        className={isTable ? 'chart-table' : 'visually-hidden'}
        {...(isTable ? { tabIndex: 0, role: 'region', 'aria-labelledby': id } : {})}
      >
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                <th key={column} scope="col" className={index > 0 ? 'num' : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((cell, index) => (
                  <td key={table.columns[index + 1]} className="num">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function ChartKey({
  entries,
}: {
  entries: readonly { readonly label: string; readonly tone: ChartTone; readonly isDashed?: boolean }[];
}) {
  return (
    <span className="chart-key" aria-hidden="true">
      {entries.map(({ label, tone, isDashed }) => (
        <span key={label}>
          <i data-tone={tone} data-dashed={isDashed || undefined} />
          {label}
        </span>
      ))}
    </span>
  );
}
