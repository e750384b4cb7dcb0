import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { WalletLine, WalletStatement } from '@backlot/contracts/wallet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../components/kit/busy-button.tsx';
import { DetailCard } from '../../components/kit/detail-page.tsx';
import { NoAnswer } from '../../components/studio/list-states.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { useSaleLabels } from '../../components/studio/sale-labels.ts';
import { Time } from '../../components/text/time.tsx';
import { walletMoveTexts } from '../../components/text/wallet-move.ts';
import { api } from '../../lib/api.ts';
import { opensOpenItems, settlesMoney } from '@backlot/domain/people/capabilities';
import { useMe, useMoneyIn, useSetting, useSite, viewerOf } from '../../lib/site.tsx';
import { TakeOutDialog } from './take-out/take-out-dialog.tsx';

/** A fan's wallet for staff: where fans have wallets, or this one has a history. */
export function FanWallet({ fanId }: { fanId: string }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const isOn = useSetting('is_crypto_payment_enabled');
  const viewer = viewerOf(useMe());
  const mayLook = opensOpenItems(viewer);
  const [taking, setTaking] = useState<Pick<WalletStatement, 'balance' | 'currency'> | null>(null);
  const query = useFanWallet(fanId, mayLook);
  if (!mayLook) return null;
  const first = query.data?.pages[0];
  if (!first)
    return isOn ? <DetailCard title={t('fan-wallet')}>{<NoAnswer asked={query} count={2} />}</DetailCard> : null;
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const { others = [] } = first;
  if (!isOn && lines.length === 0 && others.length === 0) return null;
  return (
    <DetailCard title={t('fan-wallet')}>
      {[{ ...first, isOther: false }, ...others.map((other) => ({ ...other, isOther: true }))].map(
        ({ balance, owed, currency, isOther }) => (
          <p key={currency} className="fan-wallet-balance">
            <b className="num">{moneyIn(balance, currency)}</b>
            {isOther ? <small className="muted">{t('fan-wallet-other', { currency })}</small> : null}
            {owed > 0 ? (
              <StateChip tone="bad" hasDot>
                {t('fan-wallet-owed', { amount: moneyIn(owed, currency) })}
              </StateChip>
            ) : null}
            {settlesMoney(viewer) && balance > 0 ? (
              <Button size="small" onClick={() => setTaking({ balance, currency })}>
                {t('take-out-action')}
              </Button>
            ) : null}
          </p>
        ),
      )}
      {taking === null ? null : <TakeOutDialog fanId={fanId} wallet={taking} onClose={() => setTaking(null)} />}
      {lines.length === 0 ? <p className="muted">{t('fan-wallet-empty')}</p> : null}
      <ul className="fan-purchases" hidden={lines.length === 0}>
        {lines.map((line) => (
          <Line key={line._id} line={line} currency={first.currency} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <BusyButton size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('btn-show-more')}
        </BusyButton>
      ) : null}
    </DetailCard>
  );
}

function Line({ line, currency }: { line: WalletLine; currency: string }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  const what = line.title ?? (line.sold === null ? null : labels.kind({ kind: line.sold }));
  return (
    <li>
      <span className="who">
        <b dir="auto">{what ?? t(walletMoveTexts[line.kind])}</b>
        <small>
          {what === null ? null : <>{t(walletMoveTexts[line.kind])} · </>}
          <Time at={line.date} />
          {line.owed > 0 ? ` · ${t('fan-wallet-owed', { amount: moneyIn(line.owed, currency) })}` : ''}
        </small>
      </span>
      <b className="num">{moneyIn(line.amount, currency)}</b>
    </li>
  );
}

function useFanWallet(fanId: string, enabled: boolean) {
  const { id: site } = useSite();
  return useInfiniteQuery({
    queryKey: [site, 'fans', 'wallet', fanId],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/admin/fan-wallet', {
          query: { user_id: fanId, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled,
  });
}
