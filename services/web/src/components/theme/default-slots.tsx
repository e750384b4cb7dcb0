import { Lock } from 'lucide-react';
import type { BusyProps, LockOverlayProps, MarkProps } from './slots.tsx';

export function DefaultLockOverlay({ inside, isOpening, children }: LockOverlayProps) {
  return (
    <div className="lock-overlay" data-opening={isOpening || undefined}>
      {inside === '' ? null : (
        <p className="lock-inside">
          <span className="lock-disc">
            <Lock className="icon" aria-hidden />
          </span>
          {inside}
        </p>
      )}
      {children}
    </div>
  );
}

export const DefaultDivider = () => <hr className="divider" />;

export const DefaultBusy = ({ label }: BusyProps) => (
  <span className="busy" role="status">
    <span className="busy-ring" aria-hidden="true" />
    <span>{label}</span>
  </span>
);

/** The date and the lock say it already. */
export const DefaultCardLegend = () => null;

export const DefaultOrnament = () => null;

/** Avatar or icon where there is one, else the first letter of the name. */
export function DefaultMark({ name, imageUrl, iconUrl }: MarkProps) {
  const picture = imageUrl ?? iconUrl;
  if (picture) return <img className="mark-picture" src={picture} alt="" width={40} height={40} />;
  return (
    <span className="mark-letter" aria-hidden="true">
      {[...name][0] ?? ''}
    </span>
  );
}
