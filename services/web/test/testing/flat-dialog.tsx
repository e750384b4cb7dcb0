import type { ReactNode } from 'react';

/** A dialog where it is asked for, without a document: the kit's own stands in a portal, which markup leaves out. */
export const Dialog = ({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {children}
    {actions}
  </section>
);
