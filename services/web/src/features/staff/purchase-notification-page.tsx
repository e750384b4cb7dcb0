import { Bell, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { BusyButton } from '../../components/kit/busy-button.tsx';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { FanName } from '../../components/studio/fan-name.tsx';
import { Empty, NoAnswer } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { Time } from '../../components/text/time.tsx';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { paths } from '../../lib/paths.ts';
import { useMayOpen, useStudioMenu } from '../../lib/studio-menu.ts';
import { useNotificationsRead } from './notifications-read.ts';
import { usePurchaseNotifications, type PurchaseNotification } from './purchases/purchase-notifications-query.ts';
import '../../components/studio/price-uses.css';
import './staff.css';

/** Who bought what since somebody last looked, and before. */
export function Page() {
  const { t } = useTranslation();
  const menu = useStudioMenu();
  const query = usePurchaseNotifications();
  const { data } = query;
  const rows = data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  return (
    <>
      <PageTop title={t('purchase-news-title')}>
        {menu.has(paths.studioSettings) ? (
          <LinkButton to={paths.purchaseNotificationSettings}>
            <Settings className="icon" aria-hidden />
            {t('purchase-news-who')}
          </LinkButton>
        ) : null}
      </PageTop>
      <div className="studio-body">
        <section className="panel-card purchase-news">
          {data ? <Read /> : <NoAnswer asked={query} />}
          {data && rows.length === 0 ? <Empty icon={Bell} text={t('purchase-news-none')} /> : null}
          <ul className="price-uses">
            {rows.map((row) => (
              <Row key={row._id} row={row} />
            ))}
          </ul>
          {query.hasNextPage ? (
            <BusyButton isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('purchase-news-more')}
            </BusyButton>
          ) : null}
        </section>
      </div>
    </>
  );
}

/** Once they are on screen, so that what is new was answered as new. */
function Read() {
  useNotificationsRead('purchased');
  return null;
}

function Row({ row: { user, post, date, is_new: isNew } }: { row: PurchaseNotification }) {
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
