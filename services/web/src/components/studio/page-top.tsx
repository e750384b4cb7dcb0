import type { ReactNode } from 'react';

/** Head of a screen: its title, one fact about it, and the actions; the primary one last. `back` stands before the title. */
export function PageTop({ title, fact, back, children }: { title: ReactNode; fact?: ReactNode; back?: ReactNode; children?: ReactNode }) {
  return (
    <header className="top">
      {back}
      <h1 tabIndex={-1}>{title}</h1>
      {fact === undefined || fact === null || fact === '' ? null : <p className="top-fact hide-phone">{fact}</p>}
      {children ? <div className="top-actions">{children}</div> : null}
    </header>
  );
}
