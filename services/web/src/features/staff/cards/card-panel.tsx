import Button from '@mui/material/Button';
import type { StoredCard } from '@backlot/contracts/stored-cards';
import { cardExpiryText, cardText } from '@backlot/domain/formats/row-texts';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/site.tsx';
import { CardStateChip, isRemovable, PrimaryChip, useNameOfCard, type OnRemove } from './card-columns.tsx';

/** One card: whose, until when, since when, and what was agreed to. */
export function CardPanel({ card, onRemove, ...steps }: { card: StoredCard; onRemove: OnRemove } & RowSteps) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const nameOf = useNameOfCard();
  return (
    <SidePanel
      {...steps}
      label={nameOf(card)}
      head={
        <div>
          <h2>
            <bdi>{cardText(card)}</bdi>
          </h2>
          <p className="panel-chips">
            <CardStateChip card={card} />
            <PrimaryChip card={card} />
          </p>
        </div>
      }
    >
      <DetailSection>
        <Details
          list={[
            { name: t('fan'), value: <FanName fan={card.user} /> },
            { name: t('column-email'), value: card.user.email },
            { name: t('column-expires'), value: cardExpiryText(card) },
            { name: t('cards-added'), value: exact(card.date) },
            { name: t('cards-last-used'), value: exact(card.last_used_at) },
            {
              name: t('cards-consent'),
              value: card.consented_at === null ? t('cards-consent-none') : exact(card.consented_at),
            },
            card.barred_at !== null && { name: t('cards-barred-at'), value: exact(card.barred_at) },
          ]}
        />
        {card.barred_at === null ? null : <p className="form-help">{t('cards-barred-help')}</p>}
      </DetailSection>
      <DetailSection>
        <div className="fan-acts">
          <LinkButton to={paths.lookupOfCard(card.last4)}>{t('lookup-title')}</LinkButton>
          {onRemove && isRemovable(card) ? (
            <Button color="error" onClick={() => onRemove(card)}>
              <Trash2 className="icon" aria-hidden />
              {t('cards-remove')}
            </Button>
          ) : null}
        </div>
      </DetailSection>
    </SidePanel>
  );
}
