import { Circle, CircleCheckBig, Copy, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { useFormats, useSite } from '../../../lib/site.tsx';
import type { HomeData } from './home-data.ts';
import { useShareAddress } from './share-address.ts';

type Steps = NonNullable<HomeData['first_steps']>;

/** From an empty site to the first fan; each step is ticked by what is there, not by a click. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { host } = useSite();
  const { copy, note } = useShareAddress();
  const all = [
    { step: 'look', to: `${paths.studioSettings}/theme` },
    { step: 'price', to: `${paths.studioSettings}/membership-price` },
    { step: 'post', to: paths.createPost },
    { step: 'share', to: null },
  ] as const;
  const done = Object.values(steps).filter(Boolean).length;
  return (
    <section className="panel-card first-steps" aria-labelledby="first-steps">
      <header className="panel-head">
        <h2 id="first-steps">{t('first-steps-title')}</h2>
        <span className="state-chip">{t('first-steps-done', { done: number(done), all: number(all.length) })}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={t('first-steps-hide')}
          onClick={() => note.mutate('hidden')}
        >
          <X className="icon" aria-hidden />
        </button>
      </header>
      <ol>
        {all.map(({ step, to }) => (
          <li key={step} data-done={steps[step] || undefined}>
            {steps[step] ? (
              <CircleCheckBig className="icon" role="img" aria-label={t('first-steps-is-done')} />
            ) : (
              <Circle className="icon" aria-hidden />
            )}
            <span>
              <b>{t(`first-steps-${step}`)}</b>
              <small>{step === 'share' ? <bdi dir="ltr">{host}</bdi> : t(`first-steps-${step}-help`)}</small>
            </span>
            {to === null ? (
              <button
                type="button"
                className="btn"
                data-size="s"
                aria-disabled={note.isPending || undefined}
                onClick={() => copy(true)}
              >
                <Copy className="icon" aria-hidden />
                {t('first-steps-copy')}
              </button>
            ) : steps[step] ? null : (
              <SiteLink to={to} className="btn" data-size="s">
                {t(`first-steps-${step}-go`)}
              </SiteLink>
            )}
          </li>
        ))}
      </ol>
      {steps.look && steps.price && steps.share ? null : (
        <footer>
          <SiteLink to={paths.setUp} className="btn" data-tone="primary">
            {t('nav-set-up')}
          </SiteLink>
        </footer>
      )}
    </section>
  );
}
