import {
  CalendarClock,
  CircleCheckBig,
  Hourglass,
  IdCard,
  ImageOff,
  LoaderCircle,
  RefreshCw,
  Scale,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../../components/site-link.tsx';
import { useFormats } from '../../../lib/site.tsx';
import type { HomeData } from './home-data.ts';

type Kind = HomeData['attention'][number]['kind'];
const looks = {
  open_items: { icon: Scale, tone: 'bad', text: 'home-open-items', help: 'home-open-items-help' },
  photo_ids: { icon: IdCard, tone: 'info', text: 'home-photo-ids', help: 'home-photo-ids-help' },
  post_error: { icon: ImageOff, tone: 'bad', text: 'home-post-error', help: 'home-post-error-help' },
  renewal_failed: { icon: RefreshCw, tone: 'warn', text: 'home-renewal-failed', help: 'home-renewal-failed-help' },
  payment_pending: { icon: Hourglass, tone: 'info', text: 'home-payment-pending', help: 'home-payment-pending-help' },
  post_processing: {
    icon: LoaderCircle,
    tone: 'info',
    text: 'home-post-processing',
    help: 'home-post-processing-help',
  },
  scheduled: { icon: CalendarClock, tone: 'plain', text: 'home-scheduled', help: 'home-scheduled-help' },
} as const satisfies Record<Kind, { icon: LucideIcon; tone: string; text: string; help: string }>;

/** What wants somebody, most pressing first; each with the way to it. */
export function Attention({ entries }: { entries: HomeData['attention'] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const shown = entries.filter(({ count }) => count > 0);
  return (
    <section className="panel-card attention" aria-labelledby="home-attention">
      <header className="panel-head">
        <h2 id="home-attention">{t('home-attention')}</h2>
        {shown.length > 0 ? <span className="state-chip">{number(shown.length)}</span> : null}
      </header>
      {shown.length === 0 ? (
        <p className="attention-none">
          <CircleCheckBig className="icon" aria-hidden />
          {t('home-attention-none')}
        </p>
      ) : (
        <ul>
          {shown.map(({ kind, count, href }) => {
            const { icon: Icon, tone, text, help } = looks[kind];
            return (
              <li key={kind}>
                <span className="attention-sign" data-tone={tone}>
                  <Icon className="icon" aria-hidden />
                </span>
                <span>
                  <b>{t(text, { count })}</b>
                  <small>{t(help)}</small>
                </span>
                <SiteLink
                  to={href}
                  className="btn"
                  data-size="s"
                  aria-label={t('home-look-at', { what: t(text, { count }) })}
                >
                  {t('home-look')}
                </SiteLink>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
