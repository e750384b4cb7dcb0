import { Fragment, type ReactNode } from 'react';

/** A part of what a row opens, under a line. */
export function DetailSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="side-section">
      {title === undefined ? null : <h3>{title}</h3>}
      {children}
    </section>
  );
}

export interface Detail {
  readonly name: string;
  readonly value: ReactNode;
  /** What was taken off. */
  readonly isMinus?: boolean;
}

/** Names and values, one of each a line. What is false or null does not apply and is left out. */
export function Details({ list }: { list: readonly (Detail | false | null)[] }) {
  return (
    <dl className="pairs">
      {list.map((one) =>
        one ? (
          <Fragment key={one.name}>
            <dt>{one.name}</dt>
            <dd data-minus={one.isMinus || undefined}>{one.value}</dd>
          </Fragment>
        ) : null,
      )}
    </dl>
  );
}
