import type { CallMap } from '@backlot/contracts/http/calls';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { CouponStatus } from '@backlot/domain/money/coupon';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ApiError } from '../../../lib/api.ts';
import { useHumanCheck, type HumanChecking } from '../../../lib/human-check/use-human-check.ts';

type Checked = CallMap['POST /api/coupon/check']['answer']['data'];

export interface CouponEntry {
  readonly status: CouponStatus;
  readonly typed: string;
  readonly error: string | null;
  readonly isChecking: boolean;
  /** Asked for where many codes were tried on the same line. */
  readonly check: HumanChecking;
  /** The coupon that counts, with the price that it makes. */
  readonly applied: { readonly code: string; readonly quote: MembershipQuote } | null;
  readonly type: (text: string) => void;
  readonly apply: () => Promise<void>;
  readonly remove: () => void;
  /** What a purchase was refused with: the coupon that was applied does not count any more. */
  readonly refuse: (refusal: unknown) => void;
}

/** What came from the network or from us says nothing about the code. */
const saysWhy = (refusal: unknown): refusal is ApiError =>
  refusal instanceof ApiError && refusal.status >= 400 && refusal.status < 500 && refusal.message !== refusal.code;

/** A coupon that is typed, or that a link brought: that one is checked once, by itself, where `isAutomatic`. */
export function useCoupon(linked: string, isAutomatic: boolean): CouponEntry {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(linked);
  const [status, setStatus] = useState<CouponStatus>('notChecked');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isBusy = useRef(false);
  const check = useHumanCheck();
  const refuse = (refusal: unknown): void => {
    setChecked(null);
    setStatus('invalid');
    setError(saysWhy(refusal) ? refusal.message : t('coupon-check-error'));
  };
  const apply = async (): Promise<void> => {
    if (isBusy.current) return;
    if (typed.trim() === '') {
      setStatus('invalid');
      return setError(t('coupon-blank'));
    }
    isBusy.current = true;
    setChecking(true);
    setError(null);
    try {
      const { data } = await check.run((given) => api('POST /api/coupon/check', { body: { code: typed, ...given } }));
      setTyped(data.code);
      setChecked(data);
      setStatus('valid');
    } catch (refusal) {
      refuse(refusal);
    } finally {
      isBusy.current = false;
      setChecking(false);
    }
  };
  const applyNow = useRef(apply);
  applyNow.current = apply;
  const isAsked = useRef(isAutomatic);
  useEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    void applyNow.current();
  }, []);
  return {
    status,
    typed,
    error,
    isChecking,
    check,
    applied: status === 'valid' && checked !== null ? { code: checked.code, quote: checked.quote } : null,
    type: (text) => {
      setTyped(text.toUpperCase());
      setStatus('notChecked');
      setError(null);
    },
    apply,
    remove: () => {
      setTyped('');
      setChecked(null);
      setStatus('notChecked');
      setError(null);
    },
    refuse,
  };
}
