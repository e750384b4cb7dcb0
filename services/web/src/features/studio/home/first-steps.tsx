import { Circle, CircleCheckBig, Copy, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { useFormats, useSite } from '../../../lib/site.tsx';
import type { HomeData } from './home-data.ts';
import { useShareAddress } from './share-address.ts';

type Steps = NonNullable<HomeData['first_steps']>;

const firstSteps = ['look', 'price', 'post', 'share'] as const;

/** Where the focus goes once the list is put away or had back: the button that was pressed is gone then. */
const hideId = 'first-steps-hide';
const showId = 'first-steps-show';

/** From an empty site to the first fan; each step is ticked by what is there, not by a click. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { t } = useTranslation();
  const { host } = useSite();
  const { copy, note } = useShareAddress();
  const all = [
    { step: 'look', to: `${paths.studioSettings}/theme` },
    { step: 'price', to: `${paths.studioSettings}/membership-price` },
    { step: 'post', to: paths.createPost },
    { step: 'share', to: null },
  ] as const;
  return (
    <section className="panel-card first-steps" aria-labelledby="first-steps">
      <header className="panel-head">
        <h2 id="first-steps">{t('first-steps-title')}</h2>
        <DoneChip steps={steps} />
        <button
          type="button"
          id={hideId}
          className="icon-button"
          aria-label={t('first-steps-hide')}
          onClick={() => void note.mutateAsync('hidden').then(() => focusSoon(showId), ignore)}
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

/** The list while it is put away: not all of it is done, and it can be had back. */
export function HiddenFirstSteps({ steps }: { steps: Steps }) {
  const { t } = useTranslation();
  const { note } = useShareAddress();
  return (
    <p className="first-steps-hidden">
      {t('first-steps-title')}
      <DoneChip steps={steps} />
      <button
        type="button"
        id={showId}
        className="btn"
        data-tone="ghost"
        data-size="s"
        onClick={() => void note.mutateAsync('shown').then(() => focusSoon(hideId), ignore)}
      >
        {t('first-steps-show')}
      </button>
    </p>
  );
}

function DoneChip({ steps }: { steps: Steps }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const done = firstSteps.filter((step) => steps[step]).length;
  return (
    <span className="state-chip">{t('first-steps-done', { done: number(done), all: number(firstSteps.length) })}</span>
  );
}

/** Once the other one of the two is drawn. */
const focusSoon = (id: string): void => void setTimeout(() => document.getElementById(id)?.focus());
/** A toast says it. */
const ignore = (): void => undefined;
