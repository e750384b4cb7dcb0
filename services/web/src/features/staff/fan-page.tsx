import { UserRoundX } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { DetailCard, DetailPage } from '../../components/kit/detail-page.tsx';
import { NoDetail } from '../../components/studio/no-detail.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { pageOf, useAddress } from '../../components/studio/use-address.ts';
import { api } from '../../lib/api.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats, useSite } from '../../lib/site.tsx';
import { useStudioMenu } from '../../lib/studio-menu.ts';
import { FanGift } from './gift/fan-gift.tsx';
import { FanLimit } from './fan-limit.tsx';
import { FanMigration } from './fan-migration.tsx';
import { FanMembership } from './fan-membership.tsx';
import { FanPurchases } from './fan-purchases.tsx';
import { FanState } from './fan-state.tsx';
import { FanWallet } from './fan-wallet.tsx';
import { FanDates, FanValue } from './fan-value.tsx';
import { FanPhotoIds } from './photo-ids/fan-photo-ids.tsx';
import './staff.css';

function useFan(fanId: string, page: number) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'fans', 'one', fanId, page],
    queryFn: async ({ signal }) =>
      (await api('GET /api/reports/fans/:id', { params: { id: fanId }, query: { page_num: page }, signal })).data,
    placeholderData: (before) => (before?.fan._id === fanId ? before : undefined),
  });
}

/** One fan: what they are worth, everything they paid, and the history of their membership. */
export function Page() {
  const { t } = useTranslation();
  const formats = useFormats();
  const menu = useStudioMenu();
  const { id = '' } = useParams();
  const [params, change] = useAddress();
  const query = useFan(id, pageOf(params, 'history'));
  useTitle(query.data?.fan.name || query.data?.fan.email || t('fan'));
  if (!query.data)
    return (
      <NoDetail
        asked={query}
        title={t('fan')}
        list={paths.subscribers}
        listName={t('nav-group-fans')}
        icon={UserRoundX}
        gone={t('fan-not-found')}
      />
    );
  const { fan, membership, paginationData, purchase_limit: limit, complimentary, migration } = query.data;
  const name = fan.name || fan.email || t('fan');
  const ends = fan.next_billing_date ?? fan.expiration_date;
  return (
    <DetailPage
      list={paths.subscribers}
      title={name}
      picture={<PersonMark name={name} url={fan.avatarUrl} size={52} />}
      state={
        <>
          <FanState fan={fan} />
          {ends === null ? null : (
            <StateChip>
              {t(fan.next_billing_date === null ? 'fan-until' : 'fan-renews-on', { date: formats.date(ends) })}
            </StateChip>
          )}
          {fan.name ? <span className="small muted cut">{fan.email}</span> : null}
        </>
      }
      side={
        <>
          {fan.total_amount_spent === null ? null : (
            <DetailCard title={t('fan-value-after')}>
              <FanValue fan={fan} />
            </DetailCard>
          )}
          <DetailCard title={t('transaction-membership')}>
            <FanDates fan={fan} />
          </DetailCard>
          {limit === null ? null : (
            <DetailCard title={t('fan-limit')}>
              <FanLimit fanId={fan._id} limit={limit} />
            </DetailCard>
          )}
          {limit === null ? null : <FanPhotoIds fanId={fan._id} />}
          {complimentary === null ? null : (
            <DetailCard title={t('gift-title')}>
              <FanGift fan={fan} may={complimentary} />
            </DetailCard>
          )}
          {migration == null ? null : (
            <DetailCard title={t('set-section-migration')}>
              <FanMigration fanId={fan._id} isShown={migration.is_shown} />
            </DetailCard>
          )}
          <FanWallet fanId={fan._id} />
          <DetailCard title={t('fan-history')}>
            <FanMembership
              events={membership}
              of={paginationData}
              onPage={(page) => change({ history: page === 1 ? null : String(page) })}
            />
          </DetailCard>
        </>
      }
    >
      {menu.has(paths.transactions) ? (
        <DetailCard title={t('profile-purchases')}>
          <FanPurchases
            fanId={fan._id}
            page={pageOf(params)}
            onPage={(page) => change({ page: page === 1 ? null : String(page) })}
          />
        </DetailCard>
      ) : null}
    </DetailPage>
  );
}
