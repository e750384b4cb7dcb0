import type { StoredCard } from '@backlot/contracts/stored-cards';
import { hasBareLayout, removesCards } from '@backlot/domain/people/capabilities';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe, viewerOf } from '../../lib/site.tsx';
import { useCardColumns, useCardEntry, useNameOfCard } from './cards/card-columns.tsx';
import { CardPanel } from './cards/card-panel.tsx';
import { useCardFilters } from './cards/card-filters.ts';
import { cardFiltersOf, cardsTable, useStoredCards } from './cards/cards-query.ts';
import { RemoveCardDialog } from './cards/remove-card-dialog.tsx';
import './staff.css';

/** Cards that fans have on file, and those that are charged no more. */
export function Page() {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const address = useTableAddress(cardsTable);
  const query = useStoredCards(address.list);
  const { data } = query;
  const [removing, setRemoving] = useState<StoredCard | null>(null);
  const onRemove = removesCards(viewer) ? setRemoving : null;
  return (
    <>
      <TablePage<StoredCard>
        name="user-cards"
        title={t('user-cards-title')}
        actions={
          <>
            {hasBareLayout(viewer) ? <LinkButton to={paths.lookup}>{t('lookup-title')}</LinkButton> : null}
            <ExportButton isEmpty={!data?.cards.length} ask={{ list: 'cards', cards: cardFiltersOf(address.list) }} />
          </>
        }
        address={address}
        panelName={cardsTable.panel}
        query={{ ...query, data: data && answerOf(data.cards, data.paginationData) }}
        columns={useCardColumns(onRemove)}
        nameOf={useNameOfCard()}
        entryOf={useCardEntry()}
        searchLabel={t('cards-search')}
        filtersLabel={t('transactions-filters')}
        filters={useCardFilters(address.list.filters)}
        empty={{ icon: CreditCard, text: t('cards-empty') }}
        noneFound={t('cards-none-found')}
        renderPanel={(card, steps) => <CardPanel card={card} onRemove={onRemove} {...steps} />}
      />
      {removing ? (
        <RemoveCardDialog
          card={removing}
          onRemoved={() => {
            // Its panel has nothing to show any more; closed, it gives the focus back to the list.
            if (address.panel === removing._id) address.change({ [cardsTable.panel]: null }, true);
            setRemoving(null);
          }}
          onCancel={() => setRemoving(null)}
        />
      ) : null}
    </>
  );
}
