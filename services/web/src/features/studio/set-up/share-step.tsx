import Button from '@mui/material/Button';
import { Copy, ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../../lib/site.tsx';
import { useShareAddress } from '../home/share-address.ts';
import './share-step.css';

interface ShareStepProps {
  /** There is a list of first steps that a copy is noted in. */
  readonly isNoted: boolean;
  /** Nothing was posted yet. */
  readonly isUnposted: boolean;
}

/** The site's address to take along, and the way to a first post. */
export function ShareStep({ isNoted, isUnposted }: ShareStepProps) {
  const { t } = useTranslation();
  const { host } = useSite();
  const { copy, note } = useShareAddress();
  return (
    <div className="panel-card share-step">
      <section aria-labelledby="share-address">
        <h3 id="share-address">{t('setup-address')}</h3>
        <p>{t('setup-address-help')}</p>
        <div className="share-address">
          <bdi dir="ltr">{host}</bdi>
          <Button aria-disabled={note.isPending || undefined} onClick={() => copy(isNoted)}>
            <Copy className="icon" aria-hidden />
            {t('first-steps-copy')}
          </Button>
        </div>
      </section>
      {isUnposted ? (
        <section aria-labelledby="share-post">
          <h3 id="share-post">{t('first-steps-post')}</h3>
          <p>{t('first-steps-post-help')}</p>
          <LinkButton to={paths.createPost}>
            <ImagePlus className="icon" aria-hidden />
            {t('first-steps-post-go')}
          </LinkButton>
        </section>
      ) : null}
    </div>
  );
}
