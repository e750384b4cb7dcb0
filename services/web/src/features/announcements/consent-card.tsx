import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { useSite } from '../../lib/site.tsx';
import './announcements.css';

/** The question; both answers are one press. */
export function ConsentCard({ onChoose }: { onChoose: (consent: 'yes' | 'no') => void }) {
  const { t } = useTranslation();
  const { name } = useSite();
  return (
    <section className="announcement-card" aria-labelledby="consent-title">
      <h2 id="consent-title">{t('analytics-title')}</h2>
      <p>{t('analytics-text', { site: name })}</p>
      <div className="announcement-actions">
        <Button tone="quiet" size="s" onClick={() => onChoose('no')}>
          {t('analytics-refuse')}
        </Button>
        <Button tone="quiet" size="s" onClick={() => onChoose('yes')}>
          {t('analytics-agree')}
        </Button>
      </div>
    </section>
  );
}
