import type { MembershipEvent } from '@backlot/contracts/reports';
import type { Pagination } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../components/studio/pager.tsx';
import { Time } from '../../components/text/time.tsx';
import { useFormats } from '../../lib/site.tsx';

const texts = {
  started: 'fan-event-started',
  given: 'fan-event-given',
  given_longer: 'fan-event-given-longer',
  renewed: 'fan-event-renewed',
  renewal_failed: 'fan-rebill-failed',
  renewal_retried: 'fan-event-renewal-retried',
  cancelled: 'fan-event-cancelled',
  cancel_undone: 'fan-event-cancel-undone',
  expired: 'fan-event-expired',
  stopped: 'fan-event-stopped',
  moved: 'fan-event-moved',
  migrated: 'fan-event-migrated',
  refunded: 'transaction-refund',
  charged_back: 'transaction-chargeback',
  revoked: 'fan-event-revoked',
  withdrawn: 'cancel-reason-withdrawn',
} as const satisfies Record<MembershipEvent['kind'], string>;
const paying: readonly MembershipEvent['kind'][] = [
  'started',
  'given',
  'given_longer',
  'renewed',
  'migrated',
  'cancelled',
  'cancel_undone',
];

interface FanMembershipProps {
  readonly events: readonly MembershipEvent[];
  /** None where a server of the version before answered: it tells all at once. */
  readonly of: Pagination | undefined;
  readonly onPage: (page: number) => void;
}

/** What happened to a membership, newest first, and until when it was paid for then: a page of it. */
export function FanMembership({ events, of, onPage }: FanMembershipProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (events.length === 0) return <p className="muted">{t('fan-never-member')}</p>;
  return (
    <>
      <ol className="fan-history">
        {events.map(({ kind, at, ends_at: ends }, index) => (
          <li key={`${at} ${index}`}>
            <span>
              <b>{t(texts[kind])}</b>
              {ends !== null && paying.includes(kind) ? (
                <small>{t('fan-until', { date: formats.date(ends) })}</small>
              ) : null}
            </span>
            <span className="small muted">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
      {of && of.totalPages > 1 ? (
        <Pager page={of.currentPage} pages={of.totalPages} rows={of.totalRows} limit={of.limit} onPage={onPage} />
      ) : null}
    </>
  );
}
