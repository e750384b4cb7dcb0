import { useEffect, useRef, type ReactNode } from 'react';

interface MessagePageProps {
  readonly code?: string;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** It took the place of the button that was pressed: a keyboard and a screen reader go on from here. */
  readonly takesFocus?: boolean;
}

/** A page that says one thing and offers the next step. */
export function MessagePage({ code, title, children, actions, takesFocus = false }: MessagePageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus, title]);
  return (
    <div className="message-page">
      {code === undefined ? null : (
        <p className="message-code" aria-hidden="true">
          {code}
        </p>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      {actions ? <div className="message-actions">{actions}</div> : null}
    </div>
  );
}
