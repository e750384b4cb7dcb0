import { hasBareLayout } from '@backlot/domain/people/capabilities';
import { Bell, Settings } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { BusyButton } from '../../components/kit/busy-button.tsx';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { FanName } from '../../components/studio/fan-name.tsx';
import { Empty, Failed, NoAnswer } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { Time } from '../../components/text/time.tsx';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { paths } from '../../lib/paths.ts';
import { useMe, viewerOf } from '../../lib/site.tsx';
import { useMayOpen, useStudioMenu } from '../../lib/studio-menu.ts';
import { useNotificationsRead } from './notifications-read.ts';
import { usePurchaseNotifications, type PurchaseNotification } from './purchases/purchase-notifications-query.ts';
import '../../components/studio/price-uses.css';
import './staff.css';

/** Who bought what since somebody last looked, and before. */
export function Page() {
  const { t } = useTranslation();
  const menu = useStudioMenu();
  const viewer = viewerOf(useMe());
  const query = usePurchaseNotifications();
  const { data, isFetchedAfterMount } = query;
  const rows = data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const lookedAt = data?.pages[0]?.looked_at;
  // Later answers tell of this very look: what was new on coming here stays so, on later pages too.
  const newSince = useFirst(isFetchedAfterMount ? lookedAt : undefined) ?? lookedAt ?? null;
  return (
    <>
      <PageTop title={t('purchase-news-title')}>
        {hasBareLayout(viewer) ? <LinkButton to={paths.transactions}>{t('nav-transactions')}</LinkButton> : null}
        {menu.has(paths.studioSettings) ? (
          <LinkButton to={paths.purchaseNotificationSettings} aria-label={t('purchase-news-who')}>
            <Settings className="icon" aria-hidden />
            <span className="hide-phone">{t('purchase-news-who')}</span>
          </LinkButton>
        ) : null}
      </PageTop>
      <div className="studio-body">
        <section className="panel-card purchase-news">
          {data ? <Read refetch={query.refetch} /> : <NoAnswer asked={query} />}
          {data && rows.length === 0 ? <Empty icon={Bell} text={t('purchase-news-none')} /> : null}
          <ul className="price-uses">
            {rows.map((row) => (
              <Row key={row._id} row={row} isNew={newSince !== null && row.date > newSince} />
            ))}
          </ul>
          {query.isFetchNextPageError ? (
            <Failed error={query.error} onRetry={() => void query.fetchNextPage()} />
          ) : query.hasNextPage ? (
            <BusyButton isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('purchase-news-more')}
            </BusyButton>
          ) : null}
        </section>
      </div>
    </>
  );
}

/** What came since the list was read, as from the cache or while it is open, is shown before it counts as read. */
function Read({ refetch }: Pick<ReturnType<typeof usePurchaseNotifications>, 'refetch'>) {
  useNotificationsRead('purchased', async () => !(await refetch({ cancelRefetch: false })).isError);
  return null;
}

/** The first of these values that is there, for as long as the page is. */
function useFirst<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}

interface RowProps {
  readonly row: PurchaseNotification;
  readonly isNew: boolean;
}

function Row({ row: { user, post, date }, isNew }: RowProps) {
  const { t } = useTranslation();
  const place = useLocation();
  const mayOpen = useMayOpen();
  return (
    <li>
      <PersonMark name={user.name || user.email} url={null} />
      <span className="who">
        <FanName fan={user} />
        {post === null ? null : mayOpen(paths.purchasedBy(post._id)) ? (
          <SiteLink className="post small cut" dir="auto" to={paths.purchasedBy(post._id)} state={leftAt(place)}>
            {post.title || t('promotion-post')}
          </SiteLink>
        ) : (
          <span className="small muted cut" dir="auto">
            {post.title || t('promotion-post')}
          </span>
        )}
      </span>
      <span className="end">
        <small className="muted">
          <Time at={date} />
        </small>
        {isNew ? (
          <StateChip tone="info" hasDot>
            {t('purchase-news-new')}
          </StateChip>
        ) : null}
      </span>
    </li>
  );
}
