import { toWire } from '@backlot/domain/money/money';
import { quotedCharges } from '@backlot/domain/memberships/quoted-charges';
import { comparableInitial, quoteMembership, quotePost } from '@backlot/domain/money/price';
import type { Promotion } from '@backlot/domain/money/promotion';
import { isMembershipFree, membershipAmounts, promotionRunMs } from '@backlot/domain/money/promotion-terms';
import { useTranslation } from 'react-i18next';
import { ribbonLook } from '../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../components/ribbon/ribbon.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useFormats, useSettingValues, useSite, useTimeZone } from '../../lib/site.tsx';
import { pricesIn } from './promotion-form.ts';
import type { PromotionInput } from './promotions-query.ts';

interface PreviewProps {
  readonly input: PromotionInput;
  /** Whether it may start as it is; else what fans pay now is shown. */
  readonly isRight: boolean;
}

/** The ribbon as fans see it, across the whole width. */
export function RibbonPreview({ input }: Pick<PreviewProps, 'input'>) {
  const { t } = useTranslation();
  const values = useSettingValues();
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const endsAt = new Date(now.getTime() + promotionRunMs(input.date_expire, now, timeZone)).toISOString();
  return (
    <div className="promotion-ribbon">
      <Ribbon
        look={ribbonLook('promotion', values)}
        label={t('promotion-preview-ribbon')}
        text={input.ribbon_text}
        endsAt={endsAt}
      />
    </div>
  );
}

/** The prices that fans pay, by the rules that the checkout quotes with. */
export function PricePreview({ input, isRight }: PreviewProps) {
  const { t } = useTranslation();
  const now = useNow(60_000);
  const promotion = isRight ? promotionOf(input) : null;
  return (
    <aside className="promotion-preview" aria-label={t('preview-title')}>
      <h3>{t('coupon-preview')}</h3>
      {input.type === 'SUBSCRIPTION' ? (
        <MembershipPrices promotion={promotion} now={now} />
      ) : (
        <PostPrices promotion={promotion} />
      )}
    </aside>
  );
}

const always = { startsAt: 0, durationMs: Number.MAX_SAFE_INTEGER, repeats: false } as const;

function promotionOf(input: PromotionInput): Promotion {
  const { initial, recurring } = membershipAmounts(input);
  return {
    id: 'new',
    type: input.type,
    audience: input.applicable_to ?? 'ALL_USERS',
    ...always,
    ...(input.discount_percentage == null ? {} : { percent: input.discount_percentage }),
    ...(initial === null ? {} : { initialMinor: initial }),
    ...(recurring === null ? {} : { recurringMinor: recurring }),
    ...(input.initial_period == null ? {} : { initialPeriodDays: input.initial_period }),
  };
}

function MembershipPrices({ promotion, now }: { promotion: Promotion | null; now: Date }) {
  const { t } = useTranslation();
  return (
    <>
      <MembershipPrice title={t('coupon-preview-new')} isReturning={false} {...{ promotion, now }} />
      <MembershipPrice title={t('coupon-preview-returning')} isReturning {...{ promotion, now }} />
    </>
  );
}

interface PriceProps {
  readonly title: string;
  readonly isReturning: boolean;
  readonly promotion: Promotion | null;
  readonly now: Date;
}

function MembershipPrice({ title, isReturning, promotion, now }: PriceProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { currency, renewalZone } = useSite();
  const settings = pricesIn(useSettingValues(), currency);
  const timeZone = useTimeZone();
  if (isMembershipFree(settings)) return null;
  const viewer = { person: null, isSubscribedEver: isReturning };
  const quote = quoteMembership({ settings, viewer, promotion, now });
  const { next } = quotedCharges(quote, now, { timeZone, providerZone: renewalZone ?? null });
  return (
    <dl className="pairs">
      <dt className="promotion-whom">{title}</dt>
      <dd />
      <dt>{t('timeline-today')}</dt>
      <dd>
        <Struck was={comparableInitial(quote)} is={quote.initialMinor} />
      </dd>
      {next === null ? null : (
        <>
          <dt>{t('timeline-from', { date: date(next.at.toISOString()) })}</dt>
          <dd>
            <Struck was={quote.baseRecurringMinor} is={quote.recurringMinor} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Of posts, in dollars: cheap ones may save nothing where the price is rounded up. */
const examples = [5, 12, 25, 60] as const;

function PostPrices({ promotion }: { promotion: Promotion | null }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { currency } = useSite();
  const viewer = { isSubscribedEver: true };
  const settings = { enable_promotion: true, currency };
  return (
    <>
      <dl className="pairs">
        {examples.map((dollars) => {
          const post = { amountMinor: dollars * 100 };
          const quote = quotePost({ post, settings, viewer, promotion, now: 0 });
          return [
            <dt key={`${dollars}-of`}>{t('promotion-preview-post', { price: money(dollars) })}</dt>,
            <dd key={dollars}>
              <Struck was={quote.baseMinor} is={quote.amountMinor} />
            </dd>,
          ];
        })}
      </dl>
      <p className="muted small">{t('promotion-rounding')}</p>
    </>
  );
}

function Struck({ was, is }: { was: number; is: number }) {
  const { money } = useFormats();
  return (
    <>
      {is < was ? (
        <>
          <s className="muted">{money(toWire(was))}</s>{' '}
        </>
      ) : null}
      <b className="num">{money(toWire(is))}</b>
    </>
  );
}
