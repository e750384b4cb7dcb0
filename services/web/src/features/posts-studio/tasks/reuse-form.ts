import type { PostView } from '@backlot/contracts/posts';
import { reuseAmount } from '@backlot/domain/money/amount-rules';
import { clockIn } from '@backlot/domain/formats/dates';
import { maxFiles } from '@backlot/domain/limits';
import { hasArrived, type UploadItem } from '../../../entities/upload/upload-item.ts';
import { amountOf, isPreviewMissing, type DraftError, type PostChecks } from '../draft/post-checks.ts';
import { scheduledAt, type PostDraft } from '../draft/post-draft.ts';

export interface ReuseDraft extends PostDraft {
  readonly keepDate: boolean;
}
export interface ReuseBounds {
  readonly min: number;
  readonly max: number;
}

/** REUSE-02, REUSE-03: no schedule, except that of a post which is not published yet. */
export function reuseDraft(draft: PostDraft, schedule: string | null, timeZone = 'UTC'): ReuseDraft {
  return {
    ...draft,
    keepDate: false,
    isScheduled: schedule !== null,
    ...(schedule === null ? { date: '', time: '' } : clockIn(new Date(schedule), timeZone)),
  };
}

/** REUSE-15, REUSE-17, REUSE-20 to REUSE-23: what stands between the form and the new post. */
export function checkReuse(
  draft: ReuseDraft,
  files: readonly UploadItem[],
  preview: UploadItem | null,
  bounds: ReuseBounds,
  now: Date,
  timeZone = 'UTC',
): PostChecks {
  const errors: DraftError[] = [];
  if (files.length === 0) errors.push({ field: 'files', code: 'media-required' });
  if (files.length > maxFiles) errors.push({ field: 'files', code: 'max-45', params: { n: files.length } });
  const amount = reuseAmount(amountOf(draft), {
    tips_minimum_amount: bounds.min,
    tips_maximum_amount: bounds.max,
    content_unlock_minimum_amount: 0,
    content_unlock_maximum_amount: 0,
  });
  if (draft.visibility === 'locked' && !amount.ok) errors.push({ field: 'amount', ...amount.error });
  if (isPreviewMissing(draft)) errors.push({ field: 'preview', code: 'preview-required' });
  const at = scheduledAt(draft, timeZone);
  if (draft.isScheduled && (at === null || at.getTime() <= now.getTime()))
    errors.push({ field: 'scheduledAt', code: 'schedule-past' });
  const all = preview && draft.hasPreview && !files.includes(preview) ? [...files, preview] : files;
  const waiting = all.filter(({ phase }) => phase === 'waiting' || phase === 'sending' || phase === 'offline');
  const stuck = all.filter((item) => !hasArrived(item) && !waiting.includes(item));
  return { errors, waiting, stuck, isGood: errors.length === 0 && waiting.length === 0 && stuck.length === 0 };
}

/** REUSE-05 to REUSE-07: the schedule, else the original date where it is kept, else now. */
export function reuseDate(draft: ReuseDraft, timeZone = 'UTC'): { date: string | null; keep_date: boolean } {
  const at = scheduledAt(draft, timeZone);
  return { date: at?.toISOString() ?? null, keep_date: at === null && draft.keepDate };
}

/** The call's body. `contentLeftForProcessing` counts what is new (REUSE-34). */
export function reuseBody(
  draft: ReuseDraft,
  files: readonly UploadItem[],
  preview: UploadItem | null,
  post: Pick<PostView, '_id' | 'media'>,
  timeZone = 'UTC',
) {
  const ids = files.flatMap(({ mediaId }) => mediaId ?? []);
  const isPublic = draft.visibility === 'public';
  return {
    _id: post._id,
    description: draft.caption.trim(),
    ...(draft.visibility === 'locked' ? { amount: amountOf(draft) } : {}),
    privateBlur: !isPublic && draft.blurMedia,
    captionBlur: !isPublic && draft.blurCaption,
    media_item: ids,
    media_preview_item: draft.hasPreview ? (preview?.mediaId ?? null) : null,
    ...(draft.hasPreview && draft.isGift ? { give_preview_away: true } : {}),
    feed_tags: [...draft.tags],
    contentLeftForProcessing: files.filter(({ isFromLibrary }) => !isFromLibrary).length,
    ...reuseDate(draft, timeZone),
  };
}

/** REUSE-27: that device drags pages, not tiles. It calls itself a Mac since 2019, but a Mac has no touch. */
export const isIpad = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
