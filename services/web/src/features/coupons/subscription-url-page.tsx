import type { CallMap } from '@backlot/contracts/http/calls';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../components/form-error.tsx';
import { BusyButton } from '../../components/kit/busy-button.tsx';
import { Select } from '../../components/kit/select.tsx';
import { TextField } from '../../components/kit/text-field.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { api } from '../../lib/api.ts';
import { fieldErrorOf } from '../../lib/texts/error-text.ts';
import './subscription-url.css';

type Asked = CallMap['POST /api/generate_subscription_url/generate_subscription_url']['body'];
type Page = NonNullable<Asked['page']>;

const pageTexts = {
  subscribe: 'link-page-subscribe',
  membership: 'link-page-membership',
  landing: 'link-page-landing',
} as const satisfies Record<Page, string>;
const utmTexts = {
  utm_source: 'link-utm-source',
  utm_medium: 'link-utm-medium',
  utm_campaign: 'link-utm-campaign',
  utm_term: 'link-utm-term',
  utm_content: 'link-utm-content',
} as const;
type UtmName = keyof typeof utmTexts;
const utmNames = Object.keys(utmTexts) as UtmName[];

/** Makes a link that applies a coupon and names where its visitors come from. */
export function Page() {
  const { t } = useTranslation();
  const copy = useCopy();
  const [page, setPage] = useState<Page>('subscribe');
  const [coupon, setCoupon] = useState('');
  const [utm, setUtm] = useState<Readonly<Record<UtmName, string>>>({
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
  });
  const make = useMutation({
    mutationFn: async (body: Asked) =>
      (await api('POST /api/generate_subscription_url/generate_subscription_url', { body })).data,
  });
  const couponField = useRef<HTMLInputElement>(null);
  const couponError = fieldErrorOf(make.error, 'coupon_code');
  const utmErrors = utmNames.map((name) => fieldErrorOf(make.error, name));
  const isAtField = [couponError, ...utmErrors].some((text) => text !== null);
  // What was made is of what was typed then.
  const changed = (): void => make.reset();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (make.isPending) return;
    const used = utmNames.filter((name) => utm[name].trim() !== '');
    make.mutate(
      {
        page,
        ...(page === 'subscribe' && coupon.trim() !== '' ? { coupon_code: coupon.trim() } : {}),
        ...Object.fromEntries(used.map((name) => [name, utm[name].trim()])),
      },
      { onError: (error) => (fieldErrorOf(error, 'coupon_code') === null ? undefined : couponField.current?.focus()) },
    );
  };
  return (
    <>
      <PageTop title={t('link-title')} />
      <div className="studio-body link-maker">
        <form className="panel-card" noValidate onSubmit={send}>
          <p className="muted">{t('link-help')}</p>
          <Select
            label={t('link-page')}
            value={page}
            options={Object.entries(pageTexts).map(([value, text]) => ({ value: value as Page, text: t(text) }))}
            onChange={(next) => {
              setPage(next);
              changed();
            }}
          />
          {page === 'subscribe' ? (
            <TextField
              label={t('coupon-label')}
              value={coupon}
              autoComplete="off"
              dir="ltr"
              error={couponError}
              inputRef={couponField}
              inputProps={{ maxLength: 100 }}
              onChange={(next) => {
                setCoupon(next);
                changed();
              }}
            />
          ) : null}
          {utmNames.map((name, index) => (
            <TextField
              key={name}
              label={t(utmTexts[name])}
              value={utm[name]}
              autoComplete="off"
              dir="auto"
              error={utmErrors[index]}
              inputProps={{ maxLength: 200 }}
              onChange={(next) => {
                setUtm({ ...utm, [name]: next });
                changed();
              }}
            />
          ))}
          <p className="form-help">{t('link-utm-help')}</p>
          <FormError error={isAtField ? null : make.error} />
          <BusyButton variant="contained" type="submit" isBusy={make.isPending}>
            {t('link-make')}
          </BusyButton>
        </form>
        {/* Its place is always there, so that it is read out. */}
        <p role="status" className="visually-hidden">
          {make.data === undefined ? null : `${t('link-made')}: ${make.data.url}`}
        </p>
        {make.data === undefined ? null : (
          <section className="panel-card" aria-labelledby="link-made">
            <h2 id="link-made">{t('link-made')}</h2>
            <p dir="ltr" className="link-address">
              {make.data.url}
            </p>
            <Button variant="outlined" onClick={() => copy(make.data.url)}>
              <Copy className="icon" aria-hidden />
              {t('coupon-copy-link')}
            </Button>
            <img src={make.data.qr_img} alt={t('link-qr')} width={220} height={220} />
          </section>
        )}
      </div>
    </>
  );
}
