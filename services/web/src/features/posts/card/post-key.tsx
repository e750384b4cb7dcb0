import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { wantPost } from '../../../lib/navigation/return-address.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { LaterPrice } from '../../../components/offer/later-price.tsx';
import { PriceButton, PriceLink } from '../../../components/offer/price-button.tsx';
import { useFirstPrice } from '../../../entities/membership/membership-quote.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useUnlocking } from '../../../entities/purchase/unlocking.ts';
import { useSlots } from '../../../components/theme/slots.tsx';

interface PostKeyProps {
  readonly post: PostView;
  readonly wide?: boolean;
  readonly size?: 'm' | 'l';
  /** The purchase went through and the picture is on its way. */
  readonly isOpening?: boolean;
  /** Instead of the usual flow over everything. */
  readonly onUnlock?: () => void;
}

/** The one button of a closed post: join, unlock, or wait for the payment. */
export function PostKey({ post, wide = false, size = 'm', isOpening = false, onUnlock }: PostKeyProps) {
  const { t } = useTranslation();
  const { Busy } = useSlots();
  const { ask, prepare } = useUnlocking();
  if (post.paymentProcessing)
    return (
      <Button wide={wide} size={size} tone="quiet" busy data-paying>
        <Busy label={t('btn-payment-processing')} />
      </Button>
    );
  const isForSale = post.visibility === 'locked';
  const amount = post.quote?.amount ?? post.amount ?? 0;
  const original = post.quote?.original_amount;
  if (post.action === 'register' || post.action === 'membership') {
    return <LockedLink post={post} wide={wide} size={size} isForSale={isForSale} amount={amount} />;
  }
  if (post.action !== 'unlock' && !isOpening) return null;
  return (
    <PriceButton
      kind="unlock"
      amount={amount}
      originalAmount={original}
      wide={wide}
      size={size}
      busy={isOpening}
      onClick={onUnlock ?? (() => ask(post))}
      onPointerEnter={prepare}
      onFocus={prepare}
    />
  );
}

/**
 * POST-029: guests register, people without a membership join. The button says what it leads to: the price of a post for
 * sale is no price of a membership, so it stands beside it.
 */
function LockedLink({
  post,
  wide,
  size,
  isForSale,
  amount,
}: {
  post: PostView;
  wide: boolean;
  size: 'm' | 'l';
  isForSale: boolean;
  amount: number;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const first = useFirstPrice();
  const to = post.action === 'register' ? paths.register : paths.membership;
  // On the picture quiet as paper; beside it the one thing to do.
  const tone = size === 'l' ? 'primary' : 'paper';
  const onClick = (): void => wantPost(post._id);
  if (isForSale && amount > 0) {
    return (
      <>
        <ButtonLink to={to} tone={tone} wide={wide} size={size} onClick={onClick} data-sale>
          {t('btn-join-to-unlock')}
        </ButtonLink>
        <span className="later-price figures">{t('unlock-price-members', { price: money(amount) })}</span>
      </>
    );
  }
  if (first.isFree)
    return (
      <ButtonLink to={to} tone={tone} wide={wide} size={size} onClick={onClick}>
        {t('btn-join-free')}
      </ButtonLink>
    );
  return (
    <>
      <PriceLink
        to={to}
        kind="join"
        amount={first.amount}
        originalAmount={first.original ?? undefined}
        tone={tone}
        wide={wide}
        size={size}
        onClick={onClick}
      />
      <LaterPrice />
    </>
  );
}
