import { Plus, Sunrise } from 'lucide-react';
import { mayCreatePosts } from '@backlot/domain/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useStudioMenu } from '../../app/studio-menu.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Empty, Failed } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useFormats, useMe, useSite, viewerOf } from '../../lib/site.tsx';
import { useNow } from '../../lib/use-now.ts';
import { Attention } from './attention.tsx';
import { useHome, useRecentSales, type HomeData } from './home-data.ts';
import { MoneyMonth } from './money-month.tsx';
import { MoneyToday } from './money-today.tsx';
import { RecentSales } from './recent-sales.tsx';
import './home.css';

/** Today: money, members, and what wants somebody. Where earnings are hidden, their figures are not there. */
export function Page() {
  const { t } = useTranslation();
  const { language } = useSite();
  const menu = useStudioMenu();
  const now = useNow(30_000);
  const hasFigures = mayCreatePosts(viewerOf(useMe()));
  const { data, error, refetch } = useHome(hasFigures);
  const date = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(now);
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(now);
  return (
    <>
      <PageTop title={date} fact={time}>
        {menu.has(paths.createPost) ? <SiteLink to={paths.createPost} className="btn hide-phone" data-tone="primary"><Plus className="icon" aria-hidden />{t('studio-create-post')}<kbd aria-hidden="true">C</kbd></SiteLink> : null}
      </PageTop>
      <div className="studio-body">
        {hasFigures ? null : <Empty icon={Sunrise} text={t('home-nothing')}><SiteLink to={paths.root} className="btn">{t('studio-view-site')}</SiteLink></Empty>}
        {data ? <Today data={data} now={now} hasSales={menu.has(paths.transactions)} /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : hasFigures ? <Skeleton lines={6} /> : null}
      </div>
    </>
  );
}

function Today({ data, now, hasSales }: { data: HomeData; now: Date; hasSales: boolean }) {
  const { data: sales } = useRecentSales(hasSales && data.earnings !== null);
  const [isTable, setTable] = useState(false);
  useKeys({ t: () => setTable((before) => !before) });
  const chart = { isTable, onTable: setTable };
  return (
    <div className="home" data-plain={data.earnings === null || undefined}>
      {data.earnings === null ? null : (
        <div className="home-main">
          <MoneyToday earnings={data.earnings} now={now} {...chart} />
          {sales ? <RecentSales sales={sales} /> : null}
          <MoneyMonth earnings={data.earnings} {...chart} />
        </div>
      )}
      <div className="home-side">
        <Members members={data.members} />
        <Attention entries={data.attention} />
      </div>
    </div>
  );
}

function Members({ members }: { members: HomeData['members'] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <dl className="home-members">
      <div className="panel-card"><dt>{t('home-new-members')}</dt><dd><span className="figure" data-size="s">{number(members.new_today)}</span><small>{t('home-new-month', { n: number(members.new_thirty_days), days: number(30) })}</small></dd></div>
      <div className="panel-card"><dt>{t('home-members')}</dt><dd><span className="figure" data-size="s">{number(members.active)}</span><small>{t('home-cancelled', { count: members.cancelled })}</small></dd></div>
    </dl>
  );
}
