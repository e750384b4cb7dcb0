import { Plus, Sunrise } from 'lucide-react';
import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useStudioMenu } from '../../lib/studio-menu.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Empty, Failed } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useFormats, useMe, viewerOf } from '../../lib/site.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { Attention } from './home/attention.tsx';
import { FirstSteps, HiddenFirstSteps } from './home/first-steps.tsx';
import { useHome, useRecentSales, type HomeData } from './home/home-data.ts';
import { MoneyToday } from './home/money-today.tsx';
import { RecentSales } from './home/recent-sales.tsx';
import { Trends } from './home/trends.tsx';
import './home/home.css';

/** Today: money, members, and what wants somebody. Figures of lists that are closed to the viewer are not there. */
export function Page() {
  const { t } = useTranslation();
  const formats = useFormats();
  const menu = useStudioMenu();
  const now = useNow(30_000);
  const hasFigures = mayCreatePosts(viewerOf(useMe()));
  const { data, error, refetch } = useHome(hasFigures);
  return (
    <>
      <PageTop title={formats.dayOfWeek(now)} summary={formats.time(now)}>
        {menu.has(paths.createPost) ? (
          <SiteLink to={paths.createPost} className="btn hide-phone" data-tone="primary">
            <Plus className="icon" aria-hidden />
            {t('studio-create-post')}
            <kbd aria-hidden="true">C</kbd>
          </SiteLink>
        ) : null}
      </PageTop>
      <div className="studio-body">
        {hasFigures ? null : (
          <Empty icon={Sunrise} text={t('home-nothing')}>
            <SiteLink to={paths.root} className="btn">
              {t('studio-view-site')}
            </SiteLink>
          </Empty>
        )}
        {data ? (
          <Today data={data} now={now} hasSales={menu.has(paths.transactions)} />
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : hasFigures ? (
          <Skeleton lines={6} />
        ) : null}
      </div>
    </>
  );
}

function Today({ data, now, hasSales }: { data: HomeData; now: Date; hasSales: boolean }) {
  const { data: sales } = useRecentSales(hasSales && data.earnings !== null);
  const [isTable, setTable] = useState(false);
  useKeys({ t: () => setTable((before) => !before) });
  // A new site has its way to go instead of two empty charts.
  const steps = data.first_steps;
  const isUnsold = steps !== null && data.earnings?.has_sold === false;
  const chart = { isTable, onTable: setTable };
  return (
    <div className="home" data-plain={(data.earnings === null && steps === null) || undefined}>
      {data.earnings === null && steps === null ? null : (
        <div className="home-main">
          {steps && !steps.hidden ? <FirstSteps steps={steps} /> : null}
          {data.earnings === null || (isUnsold && !steps.hidden) ? null : (
            <>
              <MoneyToday earnings={data.earnings} now={now} {...chart} />
              {sales ? <RecentSales sales={sales} /> : null}
              <Trends {...chart} />
            </>
          )}
          {steps?.hidden ? <HiddenFirstSteps steps={steps} /> : null}
        </div>
      )}
      <div className="home-side">
        {data.members ? <Members members={data.members} /> : null}
        <Attention entries={data.attention} />
      </div>
    </div>
  );
}

function Members({ members }: { members: NonNullable<HomeData['members']> }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <dl className="home-members">
      <div className="panel-card">
        <dt>{t('home-new-members')}</dt>
        <dd>
          <span className="figure" data-size="s">
            {number(members.new_today)}
          </span>
          <small>{t('home-new-month', { n: number(members.new_thirty_days), days: number(30) })}</small>
        </dd>
      </div>
      <div className="panel-card">
        <dt>{t('home-members')}</dt>
        <dd>
          <span className="figure" data-size="s">
            {number(members.active)}
          </span>
          <small>{t('home-cancelled', { count: members.cancelled })}</small>
        </dd>
      </div>
    </dl>
  );
}
