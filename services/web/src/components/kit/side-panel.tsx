import IconButton from '@mui/material/IconButton';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SidePanelProps {
  readonly label: string;
  readonly head: ReactNode;
  readonly onClose: () => void;
  /** To the row before and after; null at the ends. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly children: ReactNode;
}

/** What a row opens, beside its list. Arrows walk through the rows, Escape closes; the list stays in use. */
export function SidePanel({ label, head, onClose, onPrevious, onNext, children }: SidePanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const keys = useRef({ onClose, onPrevious, onNext });
  keys.current = { onClose, onPrevious, onNext };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.documentElement.dataset['dialog'] || isTyping(event.target)) return;
      const act =
        event.key === 'Escape'
          ? keys.current.onClose
          : event.key === 'ArrowUp'
            ? keys.current.onPrevious
            : event.key === 'ArrowDown'
              ? keys.current.onNext
              : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  // Where it covers the list, it takes the focus.
  useEffect(() => {
    if (matchMedia('(max-width: 1179.98px)').matches) panel.current?.focus();
  }, []);
  return (
    <aside ref={panel} className="side-panel" tabIndex={-1} aria-label={label}>
      <header className="side-head">
        {head}
        <span className="side-steps">
          <IconButton
            size="small"
            aria-label={t('a11y-previous')}
            disabled={onPrevious === null}
            onClick={() => onPrevious?.()}
          >
            <ChevronUp className="icon" aria-hidden />
          </IconButton>
          <IconButton size="small" aria-label={t('a11y-next')} disabled={onNext === null} onClick={() => onNext?.()}>
            <ChevronDown className="icon" aria-hidden />
          </IconButton>
          <IconButton size="small" aria-label={t('a11y-close')} onClick={onClose}>
            <X className="icon" aria-hidden />
          </IconButton>
        </span>
      </header>
      {children}
    </aside>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName));
