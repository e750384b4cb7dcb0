import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isStudioPath } from '../lib/paths.ts';

export interface SiteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly state?: unknown;
  readonly replace?: boolean;
  readonly children: ReactNode;
}

/** A link to an address of `paths`. Between the fan site and the creator area it loads a page; elsewhere it does not. */
export function SiteLink({ to, state, replace = false, children, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation();
  const isOutside = !to.startsWith('/') || to.startsWith('//');
  if (isOutside || isStudioPath(to) !== isStudioPath(pathname))
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    );
  // What the router's own draws, without what it finds out for a press.
  if (import.meta.env.SSR)
    return (
      <a {...rest} href={to} data-discover="true">
        {children}
      </a>
    );
  return (
    <Link to={to} state={state} replace={replace} {...rest}>
      {children}
    </Link>
  );
}
