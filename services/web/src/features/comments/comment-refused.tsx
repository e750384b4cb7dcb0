import type { CommentRefusal } from '@backlot/contracts/comments';
import type { PostView } from '@backlot/contracts/posts';
import type { Static } from 'typebox';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { keepRouteBeforeLogin } from '../../entities/person/session.ts';
import { SiteLink } from '../../components/site-link.tsx';

type Reason = Static<typeof CommentRefusal> | null;

/** Why this person can't write here, and the way to where they can. */
export function CommentRefused({ reason, post }: { reason: Reason; post: PostView }) {
  const { t } = useTranslation();
  switch (reason) {
    case 'login':
      return (
        <p className="comments-note">
          {t('comment-login')}{' '}
          <SiteLink className="text-link" to={paths.login} onClick={() => keepRouteBeforeLogin(paths.post(post._id))}>
            {t('nav-log-in')}
          </SiteLink>
        </p>
      );
    case 'membership':
    case 'audience':
      return (
        <p className="comments-note">
          {t('comment-members')}{' '}
          <SiteLink className="text-link" to={paths.membership}>
            {t('btn-join-now')}
          </SiteLink>
        </p>
      );
    case 'unlock':
      return <p className="comments-note">{t('comment-refused')}</p>;
    case 'blocked':
      return <p className="comments-note">{t('comment-blocked')}</p>;
    default:
      return <p className="comments-note">{t('comments-closed')}</p>;
  }
}
