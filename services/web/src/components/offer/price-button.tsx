import type { ButtonHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import { useSlots } from '../theme/slots.tsx';
import { Button, ButtonLink, type ButtonLook } from '../button.tsx';
import type { SiteLinkProps } from '../site-link.tsx';

interface Priced {
  /** `unlock`: one post; `join`: a membership; `subscribe`: the page's own way to it. */
  readonly kind: 'unlock' | 'join' | 'subscribe';
  /** The wire's dollars. */
  readonly amount: number;
  /** Undiscounted, when less is asked. */
  readonly originalAmount?: number | undefined;
  /** The site's own word for it. */
  readonly label?: string | undefined;
}
type Look = Pick<ButtonLook, 'tone' | 'size' | 'wide' | 'priceNote'>;

const sentences = { unlock: 'btn-unlock-for', join: 'btn-join-for', subscribe: 'btn-subscribe-for' } as const;
const labels = { unlock: 'btn-unlock', join: 'btn-join-to-see', subscribe: 'btn-subscribe-now' } as const;

/** A price as the theme writes it: within a sentence, or in a cell of its own beside a short word. */
function usePriceParts({ kind, amount, originalAmount, label }: Priced) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { priceButton } = useSlots();
  const price = money(amount);
  const isReduced = originalAmount !== undefined && originalAmount > amount;
  const isSentence = priceButton === 'sentence' && !label;
  if (isSentence && !isReduced) return { children: t(sentences[kind], { price }) };
  const before = label || t(labels[kind]);
  return { children: before, price, originalPrice: isReduced ? money(originalAmount) : undefined };
}

export function PriceButton({
  kind,
  amount,
  originalAmount,
  label,
  ...rest
}: Priced &
  Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'> & { readonly busy?: boolean }) {
  const { children, ...prices } = usePriceParts({ kind, amount, originalAmount, label });
  return (
    <Button {...rest} {...prices} {...unlockMark(kind)}>
      {children}
    </Button>
  );
}

export function PriceLink({
  kind,
  amount,
  originalAmount,
  label,
  ...rest
}: Priced & Look & Omit<SiteLinkProps, 'children' | 'className'>) {
  const { children, ...prices } = usePriceParts({ kind, amount, originalAmount, label });
  return (
    <ButtonLink {...rest} {...prices} {...unlockMark(kind)}>
      {children}
    </ButtonLink>
  );
}

/** POST-034: the site may set the size of its words (`unlock_button_font_size`). */
const unlockMark = (kind: Priced['kind']): { 'data-unlock'?: true } =>
  kind === 'unlock' ? { 'data-unlock': true } : {};
