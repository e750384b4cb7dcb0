import type { ReactNode } from 'react';

/** Head of a screen: its title, one summary about it, and the actions; the primary one last. `back` stands before the title. */
export function PageTop({
  title,
  summary,
  back,
  children,
}: {
  title: ReactNode;
  summary?: ReactNode;
  back?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="top">
      {back}
      <h1 tabIndex={-1}>{title}</h1>
      {summary === undefined || summary === null || summary === '' ? null : (
        <p className="top-summary hide-phone">{summary}</p>
      )}
      {children ? <div className="top-actions">{children}</div> : null}
    </header>
  );
}
