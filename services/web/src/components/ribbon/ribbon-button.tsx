import type { ReactNode } from 'react';
import { SiteLink } from '../site-link.tsx';

export function RibbonButton({ onPress, children }: { readonly onPress: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className="ribbon-button" onClick={onPress}>
      {children}
    </button>
  );
}

export function RibbonLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <SiteLink to={to} className="ribbon-button">
      {children}
    </SiteLink>
  );
}
