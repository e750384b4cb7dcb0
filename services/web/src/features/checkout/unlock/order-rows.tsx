import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { CardMark } from '../../../components/offer/card-mark.tsx';
import { BlurredPicture } from '../../../components/picture.tsx';
import { useContents } from '../../../entities/post/post-contents.ts';
import { brandName } from '../../../entities/purchase/payment-cards.ts';
import { useFormats, useSetting, useSite } from '../../../lib/site.tsx';

/** What is bought. */
export function What({ post }: { post: PostView }) {
  const { t } = useTranslation();
  return (
    <div className="order-what">
      <span className="order-picture">
        <BlurredPicture media={post.media[0]} />
      </span>
      <p>
        <b dir="auto">{post.title || t('post-no-caption', { serial: post.serial })}</b>
        <span>{t('unlock-keep')}</span>
      </p>
    </div>
  );
}

interface RowsProps {
  readonly post: PostView;
  readonly card: { readonly card_type: string; readonly last4: string } | undefined;
  /** Without a card on file one is typed on the provider's page. */
  readonly isHosted: boolean;
  readonly isPending: boolean;
  /** Then no card is charged, and no statement shows it. */
  readonly isFromWallet: boolean;
  /** To pay with another card than the stored one; null while a payment runs. */
  readonly onOther: (() => void) | null;
}

/** For how much, and from where. */
export function Rows({ post, card, isHosted, isPending, isFromWallet, onOther }: RowsProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { merchant } = useSite();
  const descriptor = useSetting('statement_descriptor') || merchant.descriptor;
  const contents = useContents(post);
  const { amount, original_amount: original } = post.quote ?? {
    amount: post.amount ?? 0,
    original_amount: post.amount ?? 0,
  };
  return (
    <dl className="order-rows">
      {contents === '' ? null : (
        <div>
          <dt>{t('purchase-inside')}</dt>
          <dd>{contents}</dd>
        </div>
      )}
      <div>
        <dt>{t('purchase-price')}</dt>
        <dd className="figures">
          {original > amount ? (
            <>
              <s>
                <span className="visually-hidden">{t('post-original-price', { price: '' })}</span>
                {money(original)}
              </s>{' '}
            </>
          ) : null}
          <b>{money(amount)}</b>
        </dd>
      </div>
      <div hidden={isFromWallet}>
        <dt>{t('purchase-charged-to')}</dt>
        <dd>
          {isPending ? (
            '…'
          ) : card ? (
            <>
              <CardMark brand={card.card_type} />
              <span>{t('card-brand-ending', { brand: brandName(card.card_type), last4: card.last4 })}</span>
              {onOther === null ? null : (
                <Button tone="plain" size="s" onClick={onOther}>
                  {t('subscribe-other-card')}
                </Button>
              )}
            </>
          ) : (
            t(isHosted ? 'card-hosted-row' : 'card-new')
          )}
        </dd>
      </div>
      {descriptor && !isFromWallet ? (
        <div>
          <dt>{t('purchase-on-statement')}</dt>
          <dd className="figures" dir="ltr">
            {descriptor}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
