import type { ReactNode } from 'react';

/** A page that says one thing and offers the next step. */
export function MessagePage({ code, title, children, actions }: { code?: string; title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="message-page">
      {code === undefined ? null : <p className="message-code" aria-hidden="true">{code}</p>}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      {actions ? <div className="message-actions">{actions}</div> : null}
    </div>
  );
}
