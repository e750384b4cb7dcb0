import type { CardConsent as Given, CardPayment } from '@backlot/contracts/cards';
import {
  cardHolderErrors,
  trimCardHolder,
  type CardFormErrors,
  type CardHolder,
  type CardHolderField,
} from '@backlot/domain/money/card-form';
import type { Static } from 'typebox';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/field.tsx';
import { HumanCheckNote } from '../../../components/human-check-note.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useHumanCheck, type HumanChecking } from '../../../lib/human-check/use-human-check.ts';
import { useKept } from '../../../lib/storage/kept-text.ts';
import { useMe } from '../../../lib/site.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { CardConsent, useCardConsent } from './card-consent.tsx';
import { CardField, type CardFieldHandle } from './card-field.tsx';
import { useTakingHere } from './card-taker.ts';
import { useCities, useCountries, useGuessedCountry, useStates } from '../countries.ts';

/** What a purchase is sent with: a card that was typed here, or that another one than that on file is typed on the provider's page. */
export type PaidWith = ({ readonly card: Static<typeof CardPayment> } | { readonly another_card: true }) & {
  readonly card_consent: Static<typeof Given>;
};

export interface CardFormHandle {
  /** Checks both halves of the form. Null when something is wrong, which it then shows; else what the payment takes. */
  readonly read: () => Promise<PaidWith | null>;
  /** Sends what takes the card, with the human check that many declined cards ask for (CARD-02). */
  readonly checked: HumanChecking['run'];
  /** It was sent and taken: what was typed is not kept any longer. */
  readonly forget: () => void;
}

const empty: CardHolder = {
  email: '',
  address: '',
  country: '',
  state: '',
  city: '',
  pincode: '',
  firstName: '',
  lastName: '',
};
const order: readonly CardHolderField[] = [
  'firstName',
  'lastName',
  'email',
  'address',
  'country',
  'state',
  'city',
  'pincode',
];

/** 'Add Card Details', or what happens on the provider's page where cards are typed there. */
export function CardForm({ handle }: { handle: Ref<CardFormHandle> }) {
  const entry = useTakingHere()?.entry;
  if (entry === undefined) return <NotKnownYet handle={handle} />;
  return entry === 'hosted' ? <HostedCardNote handle={handle} /> : <CardFields handle={handle} />;
}

/** Whoever comes from logging in has a page that does not tell yet. */
function NotKnownYet({ handle }: { handle: Ref<CardFormHandle> }) {
  const { t } = useTranslation();
  useImperativeHandle(
    handle,
    () => ({ read: () => Promise.resolve(null), checked: (call) => call({}), forget: () => {} }),
    [],
  );
  return <div className="card-field-waiting skeleton-media" role="status" aria-label={t('a11y-loading')} />;
}

function HostedCardNote({ handle }: { handle: Ref<CardFormHandle> }) {
  const { t } = useTranslation();
  const consent = useCardConsent();
  const check = useHumanCheck();
  const running = useRef(check.run);
  running.current = check.run;
  useImperativeHandle(
    handle,
    () => ({
      read: () => Promise.resolve({ another_card: true, card_consent: consent }),
      checked: (call) => running.current(call),
      forget: () => {},
    }),
    [consent],
  );
  return (
    <div className="card-form">
      <p>{t('card-hosted-text')}</p>
      <CardConsent />
      <HumanCheckNote {...check} />
    </div>
  );
}

/** The provider's field for the card itself, ours for the billing address (CARD-06 to CARD-15). */
function CardFields({ handle }: { handle: Ref<CardFormHandle> }) {
  const { t } = useTranslation();
  const me = useMe();
  const [typed, setTyped, forget] = useKept<CardHolder>(`card-holder:${me?._id ?? ''}`, () => ({
    ...empty,
    email: me?.email ?? '',
  }));
  const [shown, setShown] = useState<ReadonlySet<CardHolderField>>(new Set());
  const { countries } = useCountries();
  const { states, isKnown } = useStates(typed.country);
  const cities = useCities(typed.country, typed.state);
  const field = useRef<CardFieldHandle>(null);
  const check = useHumanCheck();
  const running = useRef(check.run);
  running.current = check.run;
  const box = useRef<HTMLFieldSetElement>(null);
  const consent = useCardConsent();
  const guessed = useGuessedCountry();
  useEffect(() => {
    if (guessed !== null) setTyped((now) => (now.country === '' ? { ...now, country: guessed } : now));
  }, [guessed, setTyped]);
  const errors = cardHolderErrors(typed, { hasStates: states.length > 0, hasCities: cities.length > 0 });
  const latest = useRef({ typed, errors });
  latest.current = { typed, errors };
  useImperativeHandle(
    handle,
    () => ({
      async read() {
        setShown(new Set(order));
        const first = order.find((name) => latest.current.errors[name]);
        if (first !== undefined && field.current?.isComplete()) {
          focusOn(box.current, first);
          return null;
        }
        // An incomplete field makes no token but says what it lacks, so that both halves do at once.
        const token = await field.current?.tokenize();
        if (!token) field.current?.show();
        if (!token || first !== undefined) return null;
        const { state, ...holder } = trimCardHolder(latest.current.typed);
        const card = { ...holder, ...(state === '' ? {} : { state }), token: token.token, card_type: token.brand };
        return { card, card_consent: consent };
      },
      checked: (call) => running.current(call),
      forget,
    }),
    [forget, consent],
  );
  const bind = (name: CardHolderField) => ({
    name,
    value: typed[name],
    required: name !== 'state' && name !== 'city' ? true : undefined,
    error: shown.has(name) ? textOf(errors, name, t) : null,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: target.value, ...(name === 'country' ? { state: '', city: '' } : {}) })),
    onBlur: () => {
      if (typed[name].trim() !== '') setShown((now) => new Set(now).add(name));
    },
  });
  return (
    <div className="card-form">
      <CardField handle={field} />
      <fieldset ref={box} className="card-holder">
        <legend>
          <span>{t('card-billing-title')}</span>
        </legend>
        <Field {...bind('firstName')} label={t('card-label-first-name')} autoComplete="cc-given-name" />
        <Field {...bind('lastName')} label={t('card-label-last-name')} autoComplete="cc-family-name" />
        <div className="is-wide">
          <Field
            {...bind('email')}
            label={t('card-label-email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
          />
        </div>
        <div className="is-wide">
          <Field {...bind('address')} label={t('card-label-address')} autoComplete="billing street-address" />
        </div>
        <SelectField
          {...bind('country')}
          label={t('card-label-country')}
          placeholder={t('card-choose-country')}
          options={countries}
          autoComplete="billing country"
        />
        {isKnown && states.length === 0 ? null : (
          <SelectField
            {...bind('state')}
            label={t('card-label-state')}
            placeholder={t('card-choose-state')}
            options={states}
            autoComplete="billing address-level1"
            required={states.length > 0}
          />
        )}
        <Field
          {...bind('city')}
          label={t('card-label-city')}
          autoComplete="billing address-level2"
          {...(cities.length > 0 ? { list: 'cities' } : {})}
        />
        <Field {...bind('pincode')} label={t('card-label-postal-code')} autoComplete="billing postal-code" />
        {cities.length > 0 ? (
          <datalist id="cities">
            {cities.map((city) => (
              <option key={city} value={city}>
                {city}
              </option>
            ))}
          </datalist>
        ) : null}
      </fieldset>
      <CardConsent />
      <HumanCheckNote {...check} />
    </div>
  );
}

const textOf = (
  errors: CardFormErrors,
  name: CardHolderField,
  t: ReturnType<typeof useTranslation>['t'],
): string | null => {
  const id = errors[name];
  return id === undefined ? null : t(id as TextKey);
};

function focusOn(box: HTMLElement | null, name: CardHolderField): void {
  box?.querySelector<HTMLElement>(`[name='${name}']`)?.focus();
}
