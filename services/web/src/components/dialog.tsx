import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** 'sheet' rises from below on a phone; 'full' fills it. */
  readonly shape?: 'sheet' | 'full';
  /** False for what must be answered (the age gate). */
  readonly canClose?: boolean;
  readonly hideTitle?: boolean;
  /** Buttons at the foot. The one with `autoFocus` has the focus at first. */
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** Milliseconds within which two dialogs are asked to close by one press. */
const samePressMs = 80;
let lastPress = 0;

/** One press of Escape may reach several dialogs at once, where the browser took them for a group: only the first closes. */
function isNewPress(): boolean {
  const before = lastPress;
  lastPress = performance.now();
  return lastPress - before > samePressMs;
}

/** Modal: the browser keeps the focus inside, Escape closes the top one, and the focus goes back to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  shape = 'sheet',
  canClose = true,
  hideTitle = false,
  actions,
  className,
}: DialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    const root = document.documentElement;
    // The page keeps its width when its scroll bar goes.
    if (root.dataset['dialog'] === undefined)
      root.style.setProperty('--scroll-bar', `${window.innerWidth - root.clientWidth}px`);
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    root.dataset['dialog'] = 'open';
    return () => {
      element?.close();
      if (!document.querySelector('dialog[open]')) delete root.dataset['dialog'];
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className ?? ''}`}
      data-shape={shape}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (canClose && isNewPress()) onClose();
      }}
      onMouseDown={(event) => {
        if (canClose && event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-inside">
        <header className={hideTitle ? 'visually-hidden' : 'dialog-head'}>
          <h2 id={id}>{title}</h2>
          {canClose && !hideTitle ? (
            <button type="button" className="icon-button" aria-label={t('a11y-close')} onClick={onClose}>
              <X className="icon" aria-hidden />
            </button>
          ) : null}
        </header>
        <div className="dialog-body">{children}</div>
        {actions ? <footer className="dialog-actions">{actions}</footer> : null}
      </div>
    </dialog>
  );
}
