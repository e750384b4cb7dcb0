import { countClose, countVisit, installText, type InstallCount } from '@backlot/domain/sites/install-prompt';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { keep, readKept } from '../../lib/storage/kept.ts';
import { isInstalledApp } from '../../lib/navigation/return-to-app.ts';
import { useSite } from '../../lib/site.tsx';
import './announcements.css';

const countKey = 'install-count';
const offKey = 'install-off';
const countedKey = 'install-counted';

/** Chromium lends its own question, to be asked when we choose to. */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>;
}
let question: InstallQuestion | null = null;

/** Before anything is drawn: the browser offers its question once. */
export function keepInstallQuestion(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    question = event as InstallQuestion;
  });
}

const stored = (): number | null => {
  const count = Number.parseInt(readKept(countKey) ?? '', 10);
  return Number.isSafeInteger(count) ? count : null;
};

/** POPUP-05: a visit is counted once, however many pages it has; the count stays in this browser. */
export function countThisVisit(): number {
  try {
    if (sessionStorage.getItem(countedKey) !== null) return stored() ?? 0;
    sessionStorage.setItem(countedKey, '1');
  } catch {
    return 0;
  }
  const count = countVisit(stored());
  keep(countKey, String(count));
  return count;
}

/** POPUP-05 to POPUP-12. */
export function useInstallCard(): { readonly text: InstallCount | null; readonly close: (forGood: boolean) => void } {
  const [text, setText] = useState<InstallCount | null>(null);
  useEffect(() => {
    const count = countThisVisit();
    setText(
      installText({ count, isDisabled: readKept(offKey) !== null, width: innerWidth, isInstalled: isInstalledApp() }),
    );
  }, []);
  const close = (forGood: boolean): void => {
    keep(countKey, String(countClose(stored() ?? 0)));
    if (forGood) keep(offKey, '1');
    setText(null);
  };
  return { text, close };
}

export function InstallCard({ text, onClose }: { text: InstallCount; onClose: (forGood: boolean) => void }) {
  const { t } = useTranslation();
  const { name } = useSite();
  const add = (): void => {
    const asked = question;
    question = null;
    onClose(false);
    void asked?.prompt().catch(() => undefined);
  };
  const isApple = typeof navigator !== 'undefined' && /iPhone|iPad/.test(navigator.userAgent);
  return (
    <section className="announcement-card" aria-labelledby="install-title">
      <button
        type="button"
        className="icon-button announcement-close"
        aria-label={t('a11y-close')}
        onClick={() => onClose(false)}
      >
        <X className="icon" aria-hidden />
      </button>
      <h2 id="install-title">{t('install-title', { site: name })}</h2>
      <p>{t(`install-text-${text}`)}</p>
      {question === null ? <p>{t(isApple ? 'install-how-ios' : 'install-how')}</p> : null}
      <div className="announcement-actions">
        <Button tone="plain" size="s" onClick={() => onClose(true)}>
          {t('install-dont-show')}
        </Button>
        {question === null ? null : (
          <Button size="s" onClick={add}>
            {t('install-button')}
          </Button>
        )}
      </div>
    </section>
  );
}
