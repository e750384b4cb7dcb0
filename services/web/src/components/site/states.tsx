import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { Button, ButtonLink } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { MessagePage } from '../message-page.tsx';
import { RichText } from '../text/rich-text.tsx';
import { SiteLink } from '../site-link.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export function Absent() {
  const { t } = useTranslation();
  useTitle(t('not-found-page'));
  return (
    <MessagePage
      code={t('not-found-code')}
      title={t('not-found-title')}
      actions={<ButtonLink to={paths.root}>{t('btn-go-to-home')}</ButtonLink>}
    >
      <p>{t('not-found-text')}</p>
    </MessagePage>
  );
}

export function AccessDenied() {
  const { t } = useTranslation();
  useTitle(t('access-denied-title'));
  return (
    <MessagePage
      title={t('access-denied-title')}
      actions={<ButtonLink to={paths.root}>{t('btn-go-to-home')}</ButtonLink>}
    >
      <p>{t('access-denied-text')}</p>
    </MessagePage>
  );
}

/** A screen broke or its code could not be fetched. */
export function ScreenFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('error-title')} actions={<Button onClick={onRetry}>{t('btn-try-again')}</Button>}>
      <p>
        <WhatFailed error={error} />
      </p>
    </MessagePage>
  );
}

/** The same of what was to lie over the screen that is still there. */
export function ScreenFailedOver({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Dialog
      title={t('error-title')}
      onClose={() => {
        void navigate(-1);
      }}
      actions={
        <Button data-first-focus="" onClick={onRetry}>
          {t('btn-try-again')}
        </Button>
      }
    >
      <p>
        <WhatFailed error={error} />
      </p>
    </Dialog>
  );
}

function WhatFailed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return <>{requestId === null ? t('error-load') : t('error-text', { requestId })}</>;
}

export function Maintenance() {
  const { t } = useTranslation();
  const { id, name } = useSite();
  const { data } = useQuery({
    queryKey: [id, 'page', 'maintenance'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/pages/get_html', { query: { slug: 'maintenance' }, signal })).data,
    retry: false,
  });
  return (
    <main className="lone-page">
      <p className="lone-name">{name}</p>
      <MessagePage title={data?.title || t('maintenance-title')} actions={<EndsOfContracts />}>
        {data?.html ? <RichText html={data.html} /> : <p>{t('maintenance-text')}</p>}
      </MessagePage>
    </main>
  );
}

export function Stopped() {
  const { t } = useTranslation();
  return (
    <main className="lone-page">
      <MessagePage title={t('service-stopped-title')}>
        <p>{t('service-stopped')}</p>
      </MessagePage>
    </main>
  );
}

/** GEN-13. The server sends nothing of the site to such a place. */
export function BlockedArea() {
  const { t } = useTranslation();
  return (
    <main className="lone-page">
      <MessagePage title={t('blocked-area')} actions={<EndsOfContracts />}>
        <p>
          <SiteLink to={paths.login}>{t('blocked-area-staff')}</SiteLink>
        </p>
      </MessagePage>
    </main>
  );
}

/** C15, C16: a closed site keeps nobody in a contract. */
function EndsOfContracts() {
  const { t } = useTranslation();
  return (
    <>
      <ButtonLink to={paths.withdraw} tone="quiet">
        {t('withdraw-title')}
      </ButtonLink>
      <ButtonLink to={paths.cancelSubscription} tone="quiet">
        {t('cancel-title')}
      </ButtonLink>
    </>
  );
}
