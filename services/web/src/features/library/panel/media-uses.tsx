import type { MediaUse } from '@backlot/contracts/library';
import { useTranslation } from 'react-i18next';
import { useLibraryLabels } from '../library-labels.ts';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { StateChip, type ChipTone } from '../../../components/studio/state-chip.tsx';
import { useFormats } from '../../../lib/site.tsx';

const tones: Readonly<Record<MediaUse['state'], ChipTone>> = {
  published: 'good',
  scheduled: 'info',
  processing: 'warn',
  error: 'bad',
  removed: 'plain',
  replaced: 'plain',
};

/** What shows a file. Only a post that is there has a page of its own. */
export function MediaUses({ uses }: { uses: readonly MediaUse[] }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const labels = useLibraryLabels();
  if (uses.length === 0) return <p className="muted">{t('library-used-nowhere')}</p>;
  return (
    <ul className="library-uses">
      {uses.map((use) => (
        <li key={use._id}>
          {use.state === 'removed' || use.holder !== 'posts' ? (
            <b className="cut" dir="auto">
              {labels.use(use)}
            </b>
          ) : (
            <SiteLink to={paths.post(use._id)} className="cut" dir="auto">
              <b>{use.title}</b>
            </SiteLink>
          )}
          <span className="library-use-details">
            <StateChip tone={tones[use.state]}>{t(`library-use-${use.state}`)}</StateChip>
            {use.as_preview ? <StateChip>{t('library-use-preview')}</StateChip> : null}
            <small className="muted">
              {date(use.date)}
              {use.buyers ? ` · ${t('library-use-buyers', { count: use.buyers })}` : ''}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
