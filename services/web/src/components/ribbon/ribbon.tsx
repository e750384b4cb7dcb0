import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown } from './countdown.tsx';
import type { RibbonLook } from './ribbon-look.ts';
import './ribbon.css';

interface RibbonProps {
  readonly look: RibbonLook;
  /** Names the region. */
  readonly label: string;
  readonly text: string;
  /** When it is over (ISO): counts down to it and is gone then. */
  readonly endsAt?: string | null;
  readonly onEnd?: () => void;
  /** `RibbonButton` or `RibbonLink`. */
  readonly action?: ReactNode;
  /** Absent for one that stays. */
  readonly onClose?: () => void;
}

/** A line across the page that offers or tells something. Its place is there from the first picture on. */
export function Ribbon({ look, label, text, endsAt = null, onEnd, action, onClose }: RibbonProps) {
  const { t } = useTranslation();
  const [endedAt, setEndedAt] = useState<string | null>(null);
  const told = useRef(onEnd);
  useEffect(() => {
    told.current = onEnd;
  });
  const end = useCallback(() => {
    setEndedAt(endsAt);
    told.current?.();
  }, [endsAt]);
  if (endsAt !== null && endedAt === endsAt) return null;
  const close = (): void => {
    onClose?.();
    // The button that had the focus is gone: what comes next is the page.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  return (
    <section
      className="ribbon"
      data-kind={look.kind}
      data-animation={look.animation ?? undefined}
      aria-label={label}
      style={look.style}
    >
      <div className="ribbon-inside">
        <div className="ribbon-offer">
          <div className="ribbon-words">
            <p className="ribbon-text" dir="auto">
              {text}
            </p>
            {endsAt === null ? null : <Countdown endsAt={endsAt} onEnd={end} />}
          </div>
          {action}
        </div>
        {onClose ? (
          <button type="button" className="icon-button ribbon-close" aria-label={t('a11y-close')} onClick={close}>
            <X className="icon" aria-hidden />
          </button>
        ) : null}
      </div>
    </section>
  );
}
