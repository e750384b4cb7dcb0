import { parseTypedAmount } from '@backlot/domain/money';
import { postFormErrors, type PostFormError } from '@backlot/domain/post-form';
import { hasArrived, type UploadItem } from '../../lib/uploads/upload-item.ts';
import { scheduledAt, type PostDraft } from './post-draft.ts';

export interface Bounds { readonly content_unlock_minimum_amount: number; readonly content_unlock_maximum_amount: number }

export interface PostChecks {
  readonly errors: readonly PostFormError[];
  /** Files that are still on their way. */
  readonly waiting: readonly UploadItem[];
  /** Files that will not come without somebody's help. */
  readonly stuck: readonly UploadItem[];
  readonly isGood: boolean;
}

/** The amount in dollars; NaN for what is no amount, which is out of all bounds. */
export const amountOf = ({ amount }: Pick<PostDraft, 'amount'>): number => {
  const minor = parseTypedAmount(amount);
  return minor === null ? Number.NaN : minor / 100;
};

/** Everything that stands between this draft and its post. */
export function checkDraft(draft: PostDraft, files: readonly UploadItem[], bounds: Bounds, now: Date): PostChecks {
  const at = scheduledAt(draft);
  const errors = postFormErrors({
    visibility: draft.visibility, amount: amountOf(draft), caption: draft.caption, files: files.map(({ key }) => key),
    preview: draft.hasPreview && draft.preview !== null ? [draft.preview] : [], blurMedia: draft.blurMedia, blurCaption: draft.blurCaption, showLength: 0,
    scheduledAt: draft.isScheduled ? (at ?? new Date(0)) : null, tags: draft.tags,
  }, { ...bounds, tips_minimum_amount: 0, tips_maximum_amount: 0 }, now);
  const waiting = files.filter((item) => item.phase === 'waiting' || item.phase === 'sending' || item.phase === 'offline');
  const stuck = files.filter((item) => !hasArrived(item) && !waiting.includes(item));
  return { errors, waiting, stuck, isGood: errors.length === 0 && waiting.length === 0 && stuck.length === 0 };
}

/** Usual amounts of this creator: what their posts cost most often, filled up with round ones inside the bounds. */
export function usualAmounts(used: readonly (number | null)[], bounds: Bounds, count = 4): readonly number[] {
  const times = new Map<number, number>();
  for (const amount of used) if (amount !== null && amount > 0) times.set(amount, (times.get(amount) ?? 0) + 1);
  const often = [...times].sort(([, one], [, other]) => other - one).map(([amount]) => amount);
  const inside = (amount: number): boolean => amount >= bounds.content_unlock_minimum_amount && amount <= bounds.content_unlock_maximum_amount;
  return [...new Set([...often, 10, 20, 35, 50, 5, 100, 200])].filter(inside).slice(0, count).sort((one, other) => one - other);
}
