import type { InstallCount } from '@backlot/domain/sites/install-prompt';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { useSite } from '../../lib/site.tsx';
import { askToInstall, installQuestion } from './install-prompt.ts';
import './announcements.css';

export function InstallCard({ text, onClose }: { text: InstallCount; onClose: (forGood: boolean) => void }) {
  const { t } = useTranslation();
  const { name } = useSite();
  const hasQuestion = installQuestion() !== null;
  const add = (): void => {
    onClose(false);
    void askToInstall();
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
      {!hasQuestion ? <p>{t(isApple ? 'install-how-ios' : 'install-how')}</p> : null}
      <div className="announcement-actions">
        <Button tone="plain" size="s" onClick={() => onClose(true)}>
          {t('install-dont-show')}
        </Button>
        {!hasQuestion ? null : (
          <Button size="s" onClick={add}>
            {t('install-button')}
          </Button>
        )}
      </div>
    </section>
  );
}
