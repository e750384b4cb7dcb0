import MuiDialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** 'sheet' rises from below on a phone; 'full' fills it. */
  readonly shape?: 'sheet' | 'full';
  readonly canClose?: boolean;
  readonly hideTitle?: boolean;
  /** Buttons at the foot. The one with `data-first-focus` has the focus at first. */
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** Modal: the focus stays inside, Escape closes the top one, and the focus goes back to where it was. */
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
  useOpenDialog();
  const wrong = useFirstWrong();
  return (
    <MuiDialog
      open
      aria-labelledby={id}
      onClose={() => {
        if (canClose) onClose();
      }}
      slotProps={{ paper: { className: `kit-dialog ${className ?? ''}`, ...{ 'data-shape': shape } } }}
    >
      <div ref={wrong.inside} className="dialog-inside" onSubmit={wrong.onSend} onInput={wrong.onInput}>
        <header className={hideTitle ? 'visually-hidden' : 'dialog-head'}>
          <h2 id={id}>{title}</h2>
          {canClose && !hideTitle ? (
            <IconButton size="medium" aria-label={t('a11y-close')} onClick={onClose}>
              <X className="icon" aria-hidden />
            </IconButton>
          ) : null}
        </header>
        <div className="dialog-body">{children}</div>
        {actions ? (
          <footer className="dialog-actions" onClickCapture={wrong.onSend}>
            {actions}
          </footer>
        ) : null}
      </div>
    </MuiDialog>
  );
}

/** After Send the first field that is wrong has the focus, also where only the server's answer says so. */
function useFirstWrong() {
  const box = useRef<HTMLElement | null>(null);
  const isSent = useRef(false);
  useEffect(() => {
    const wrong = isSent.current ? box.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (!wrong) return;
    isSent.current = false;
    wrong.focus();
  });
  return {
    /** What is to have the focus gets it once it stands in the page, which is later than where it was asked for. */
    inside: useCallback((inside: HTMLElement | null): void => {
      box.current = inside;
      inside?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }, []),
    onSend: (): void => {
      isSent.current = true;
    },
    onInput: (): void => {
      isSent.current = false;
    },
  };
}

let open = 0;

/** The page does not scroll under a dialog, keeps its width, and its keys rest. */
export function useOpenDialog(): void {
  useEffect(() => {
    const root = document.documentElement;
    if (open === 0) root.style.setProperty('--scroll-bar', `${window.innerWidth - root.clientWidth}px`);
    open += 1;
    root.dataset['dialog'] = 'open';
    return () => {
      open -= 1;
      if (open === 0 && !document.querySelector('dialog[open]')) delete root.dataset['dialog'];
    };
  }, []);
}
