import type { ReactNode } from 'react';

/** Head of a screen: its title, one fact about it, and the actions; the primary one last. */
export function PageTop({ title, fact, children }: { title: ReactNode; fact?: ReactNode; children?: ReactNode }) {
  return (
    <header className="top">
      <h1 tabIndex={-1}>{title}</h1>
      {fact === undefined || fact === null || fact === '' ? null : <p className="top-fact hide-phone">{fact}</p>}
      {children ? <div className="top-actions">{children}</div> : null}
    </header>
  );
}
