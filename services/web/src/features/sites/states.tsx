import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export function Absent() {
  const { t } = useTranslation();
  return (
    <MessagePage code={t('not-found-code')} title={t('not-found-title')} actions={<ButtonLink to={paths.root}>{t('btn-go-to-home')}</ButtonLink>}>
      <p>{t('not-found-text')}</p>
    </MessagePage>
  );
}

export function AccessDenied() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('access-denied-title')} actions={<ButtonLink to={paths.root}>{t('btn-go-to-home')}</ButtonLink>}>
      <p>{t('access-denied-text')}</p>
    </MessagePage>
  );
}

/** A screen broke or its code could not be fetched. */
export function ScreenFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <MessagePage title={t('error-title')} actions={<Button onClick={onRetry}>{t('btn-try-again')}</Button>}>
      <p>{requestId === null ? t('error-load') : t('error-text', { requestId })}</p>
    </MessagePage>
  );
}

export function Maintenance() {
  const { t } = useTranslation();
  const { id, name } = useSite();
  const { data } = useQuery({
    queryKey: [id, 'page', 'maintenance'],
    queryFn: async ({ signal }) => (await api('GET /api/pages/get_html', { query: { slug: 'maintenance' }, signal })).data,
    retry: false,
  });
  return (
    <main className="lone-page">
      <p className="lone-name">{name}</p>
      <MessagePage title={data?.title || t('maintenance-title')}>
        {data?.html ? <RichText html={data.html} /> : <p>{t('maintenance-text')}</p>}
      </MessagePage>
    </main>
  );
}

export function Stopped() {
  const { t } = useTranslation();
  return <main className="lone-page"><MessagePage title={t('service-stopped-title')}><p>{t('service-stopped')}</p></MessagePage></main>;
}
