import { withdrawnReason } from './withdrawal.ts';

/** The documents' four, as text ids (SUB-28); a site's own list replaces the first three. */
export const usualReasons = ['cancel-reason-afford', 'cancel-reason-content', 'cancel-reason-quality'] as const;
export const otherReason = 'cancel-reason-other';
export interface CancellationSettings {
  readonly is_cancel_subscription_reason_enabled: boolean;
  readonly cancellation_reasons: readonly string[];
}

/** What the dialog offers: text ids of the usual reasons, or a site's own words; 'Other' is always last. */
export const cancellationReasons = (settings: CancellationSettings): readonly string[] => [
  ...(settings.cancellation_reasons.length > 0 ? settings.cancellation_reasons : usualReasons),
  otherReason,
];

export type CancelReasonError = 'cancel-reason-required' | 'cancel-reason-text-required' | 'cancel-reason-text-blank';

/**
 * SUB-27 to SUB-30. `reason` is one of `cancellationReasons`; 'Other' in words is taken too, as the documents' clients send it.
 */
export function cancelReasonError(
  settings: CancellationSettings,
  reason: string | null | undefined,
  otherText: string | null | undefined,
): CancelReasonError | null {
  if (!settings.is_cancel_subscription_reason_enabled) return null;
  if (!reason || reason.trim() === '') return 'cancel-reason-required';
  if (!isOther(reason)) return null;
  if (!otherText) return 'cancel-reason-text-required';
  return otherText.trim() === '' ? 'cancel-reason-text-blank' : null;
}

/** As the documents' clients send the usual reasons: in words. */
const usualWords: Readonly<Record<string, (typeof usualReasons)[number]>> = {
  "Can't Afford Right Now, But I'll Be Back!": 'cancel-reason-afford',
  'Not Enough Content': 'cancel-reason-content',
  "Content Isn't Sexy Enough": 'cancel-reason-quality',
};

/** The reason as the site offers it, or null for none of its own. */
export function offeredReason(settings: CancellationSettings, reason: string): string | null {
  const offered = cancellationReasons(settings);
  return [reason, usualWords[reason.trim()]].find((one) => one !== undefined && offered.includes(one)) ?? null;
}

export const isOther = (reason: string): boolean => reason === otherReason || reason.trim().toLowerCase() === 'other';

export type CancelReasonText =
  | (typeof usualReasons)[number]
  | typeof otherReason
  | 'cancel-reason-withdrawn'
  | 'cancellation-no-reason';

/** The text of a reason that was kept; null for a site's own words. */
export function cancelReasonText(reason: string | null): CancelReasonText | null {
  if (reason === null || reason === 'none') return 'cancellation-no-reason';
  if (isOther(reason)) return otherReason;
  if (reason === withdrawnReason) return 'cancel-reason-withdrawn';
  return usualReasons.find((one) => one === reason) ?? null;
}
