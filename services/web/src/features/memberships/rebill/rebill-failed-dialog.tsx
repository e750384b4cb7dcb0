import type { MeView } from '@backlot/contracts/accounts';
import { declineText } from '@backlot/domain/money/decline';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button.tsx';
import { buyingText, isPaidFromWallet, useRebillText, useRetryText } from '../../../entities/membership/rebill-text.ts';
import { nextChargeOf } from '../../../entities/membership/standing.ts';
import { useCardEntry } from '../../../entities/purchase/card-entry.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/site.tsx';
import './rebill.css';

/** 'I want you back!': why the renewal failed, and the ways on. Each of them leads to a page on which nobody is asked again. */
export function RebillFailedDialog({ me }: { me: MeView }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const rebillText = useRebillText();
  const retryText = useRetryText();
  const fromWallet = isPaidFromWallet(me);
  const isHosted = useCardEntry() === 'hosted';
  // A card that is typed on the provider's page pays for something: renewing is the way.
  const isRetryable = me.subscription_detail?.retries_with_card === true && (fromWallet || !isHosted);
  // Still a member for as long as it is tried: there is nothing to buy.
  const buying = buyingText(me);
  const next = nextChargeOf(me);
  const [said, why] = [rebillText(me), t(declineText(me.subscription_detail?.rebill_decline_reason))];
  return (
    <Dialog title={t('rebill-failed-title')} canClose={false} onClose={stay}>
      <p>{said}</p>
      {why === said ? null : <p className="muted">{why}</p>}
      {isRetryable && !fromWallet ? (
        <p>
          {next === null ? null : `${t('rebill-next-try', { date: date(next) })} `}
          {retryText(me)}
        </p>
      ) : null}
      <div className="rebill-ways">
        {buying === null ? null : (
          <ButtonLink to={paths.subscribe} wide data-first-focus="">
            {t(buying)}
          </ButtonLink>
        )}
        {isRetryable ? (
          <ButtonLink
            to={fromWallet ? paths.wallet : paths.addPaymentMethod}
            {...(buying === null ? first : quiet)}
            wide
          >
            {t(fromWallet ? 'wallet-title' : 'card-add')}
          </ButtonLink>
        ) : null}
        {buying === null && !isRetryable ? (
          <ButtonLink to={paths.profile} {...first} wide>
            {t('profile-membership')}
          </ButtonLink>
        ) : null}
        <ButtonLink to={paths.cancelSubscription} tone="plain" wide>
          {t('cancel-button')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}

const first = { 'data-first-focus': '' } as const;
const quiet = { tone: 'quiet' } as const;

/** Only its buttons close it. */
const stay = (): void => {};
