import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { takeToldAfterReload } from '../lib/storage/told-after-reload.ts';

export interface Toast {
  readonly text: string;
  readonly tone?: 'plain' | 'good' | 'bad';
  /** Milliseconds until it goes; null keeps it until closed. */
  readonly stays?: number | null;
  readonly action?: { readonly label: string; readonly run: () => void };
}
interface Shown extends Toast {
  readonly id: number;
}

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Tells of what happened in the background. Errors of a form belong at its fields. */
export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const last = useRef(0);
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback((toast: Toast) => {
    last.current += 1;
    const id = last.current;
    // The same sentence once is enough.
    setToasts((shown) => [...shown.filter((other) => other.text !== toast.text), { ...toast, id }].slice(-3));
  }, []);
  useEffect(() => {
    const told = takeToldAfterReload();
    if (told !== null) show({ text: told, tone: 'bad', stays: 12_000 });
    // GEN-07: whichever call it was, the sentence is shown once.
    const onTooMany = (event: Event): void =>
      show({ text: String((event as CustomEvent<unknown>).detail), tone: 'bad' });
    document.addEventListener('too-many-requests', onTooMany);
    return () => document.removeEventListener('too-many-requests', onTooMany);
  }, [show]);
  // Each new one goes above what was opened since, dialogs too.
  const box = useRef<HTMLDivElement>(null);
  const count = toasts.length;
  useEffect(() => {
    const element = box.current;
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (count > 0) element.showPopover();
  }, [count]);
  return (
    <ToastContext value={show}>
      {children}
      <div ref={box} className="toasts" popover="manual" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const { t } = useTranslation();
  const stays = useMemo(() => (toast.stays === undefined ? 6000 : toast.stays), [toast.stays]);
  useEffect(() => {
    if (stays === null) return undefined;
    const timer = setTimeout(onClose, stays, toast.id);
    return () => clearTimeout(timer);
  }, [stays, toast.id, onClose]);
  return (
    <div className="toast" data-tone={toast.tone ?? 'plain'}>
      <p>{toast.text}</p>
      {toast.action ? (
        <button type="button" className="link-button" onClick={toast.action.run}>
          {toast.action.label}
        </button>
      ) : null}
      <button type="button" className="icon-button" aria-label={t('a11y-close')} onClick={() => onClose(toast.id)}>
        <X className="icon" aria-hidden />
      </button>
    </div>
  );
}
