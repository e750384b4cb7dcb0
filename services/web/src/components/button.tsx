import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { SiteLink, type SiteLinkProps } from './site-link.tsx';

export interface ButtonLook {
  /** `primary` once a panel; `paper` lies on pictures; `plain` is only words; `danger` in the creator area, for what is gone afterwards. */
  readonly tone?: 'primary' | 'quiet' | 'paper' | 'plain' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  readonly wide?: boolean;
  /** Already formatted; stands in its own part of the button. */
  readonly price?: string | undefined;
  /** Formatted; struck through before the price. */
  readonly originalPrice?: string | undefined;
  /** After the price: 'a month'. */
  readonly priceNote?: string | undefined;
  readonly children: ReactNode;
}

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'> & {
    /** Stays in place and in the tab order but does nothing (payment running). */
    readonly busy?: boolean;
  };

export function Button({
  tone,
  size,
  wide,
  price,
  originalPrice,
  priceNote,
  children,
  busy = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...look({ tone, size, wide })}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <Inside {...{ price, originalPrice, priceNote }}>{children}</Inside>
    </button>
  );
}

export function ButtonLink({
  tone,
  size,
  wide,
  price,
  originalPrice,
  priceNote,
  children,
  ...rest
}: ButtonLook & Omit<SiteLinkProps, 'children' | 'className'>) {
  return (
    <SiteLink {...rest} {...look({ tone, size, wide })}>
      <Inside {...{ price, originalPrice, priceNote }}>{children}</Inside>
    </SiteLink>
  );
}

const look = ({ tone = 'primary', size = 'm', wide = false }: Pick<ButtonLook, 'tone' | 'size' | 'wide'>) =>
  ({ className: 'button', 'data-tone': tone, 'data-size': size, 'data-wide': wide || undefined }) as const;

function Inside({
  price,
  originalPrice,
  priceNote,
  children,
}: Pick<ButtonLook, 'price' | 'originalPrice' | 'priceNote' | 'children'>) {
  return (
    <>
      <span className="button-label">{children}</span>
      {price === undefined ? null : (
        <span className="button-price">
          {originalPrice === undefined ? null : <s>{originalPrice}</s>} <span>{price}</span>
          {priceNote ? <small>{priceNote}</small> : null}
        </span>
      )}
    </>
  );
}
