import type { ReactNode } from 'react';
import { useSetting } from '../../lib/site.tsx';
import './auth.css';

/** A form, and beside it on wide screens the site's picture. */
export function AuthLayout({
  title,
  text,
  children,
  after,
}: {
  title: string;
  text?: string | undefined;
  children: ReactNode;
  after?: ReactNode;
}) {
  const own = useSetting('signup_image');
  const banner = useSetting('banner_image_for_mobile');
  const wide = useSetting('banner_image');
  const picture = own || banner || wide;
  return (
    <div className="auth" data-picture={picture ? true : undefined}>
      <div className="auth-form">
        <h1 tabIndex={-1} dir="auto">
          {title}
        </h1>
        {text ? (
          <p className="auth-text" dir="auto">
            {text}
          </p>
        ) : null}
        {children}
        {after ? <div className="auth-after">{after}</div> : null}
      </div>
      {picture ? (
        <div className="auth-picture">
          <img src={picture} alt="" decoding="async" width={900} height={1100} />
        </div>
      ) : null}
    </div>
  );
}
