import { defaultReviewAmount } from '@backlot/domain/limits';
import { parseTypedAmount } from '@backlot/domain/money/money';
import { newCategoryError, normaliseTag, postFormErrors, type PostForm } from '@backlot/domain/posts/post-form';
import { hasArrived, type UploadItem } from '../../../entities/upload/upload-item.ts';
import { scheduledAt, type PostDraft } from './post-draft.ts';

export interface Bounds {
  readonly content_unlock_minimum_amount: number;
  readonly content_unlock_maximum_amount: number;
}

export interface DraftError {
  readonly field: keyof PostForm | 'category';
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export interface PostChecks {
  readonly errors: readonly DraftError[];
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

export interface CheckSurroundings {
  readonly bounds: Bounds;
  readonly now: Date;
  /** Of the site; UTC, the setting's default, unless told. */
  readonly timeZone?: string;
  /** Names of the library's categories; a new one must differ. */
  readonly categories?: readonly string[];
  /** A preview that is not one of the files. */
  readonly preview?: UploadItem | null;
}

/** Everything that stands between this draft and its post. */
export function checkDraft(
  draft: PostDraft,
  files: readonly UploadItem[],
  { bounds, now, timeZone = 'UTC', categories = [], preview = null }: CheckSurroundings,
): PostChecks {
  const at = scheduledAt(draft, timeZone);
  const errors: DraftError[] = [
    ...postFormErrors(
      {
        visibility: draft.visibility,
        amount: amountOf(draft),
        caption: draft.caption,
        files: files.map(({ key }) => key),
        preview: draft.hasPreview && draft.preview !== null ? [draft.preview] : [],
        blurMedia: draft.blurMedia,
        blurCaption: draft.blurCaption,
        showContentLength: draft.showLength,
        showMediaCount: draft.showCount,
        scheduledAt: draft.isScheduled ? (at ?? new Date(0)) : null,
        tags: draft.tags,
      },
      { ...bounds, tips_minimum_amount: 0, tips_maximum_amount: 0 },
      now,
    ),
  ];
  if (isPreviewMissing(draft)) errors.push({ field: 'preview', code: 'preview-required' });
  if (draft.category && draft.category.id === null) {
    const wrong = newCategoryError(draft.category.name, categories.map(normaliseTag));
    if (wrong) errors.push({ field: 'category', code: wrong });
  }
  const all = preview && draft.hasPreview && !files.includes(preview) ? [...files, preview] : files;
  const waiting = all.filter(
    (item) => item.phase === 'waiting' || item.phase === 'sending' || item.phase === 'offline',
  );
  const stuck = all.filter((item) => !hasArrived(item) && !waiting.includes(item));
  return { errors, waiting, stuck, isGood: errors.length === 0 && waiting.length === 0 && stuck.length === 0 };
}

/** Switched on, and nothing chosen. */
export const isPreviewMissing = ({
  visibility,
  hasPreview,
  preview,
}: Pick<PostDraft, 'visibility' | 'hasPreview' | 'preview'>): boolean =>
  visibility === 'locked' && hasPreview && preview === null;

/** Usual amounts of this creator: what their posts cost most often, filled up with round ones inside the bounds. */
export function usualAmounts(used: readonly (number | null)[], bounds: Bounds, count = 4): readonly number[] {
  const times = new Map<number, number>();
  for (const amount of used) if (amount !== null && amount > 0) times.set(amount, (times.get(amount) ?? 0) + 1);
  const often = [...times].sort(([, one], [, other]) => other - one).map(([amount]) => amount);
  const inside = (amount: number): boolean =>
    amount >= bounds.content_unlock_minimum_amount && amount <= bounds.content_unlock_maximum_amount;
  return [...new Set([...often, 10, 20, 35, 50, 5, 100, 200])]
    .filter(inside)
    .slice(0, count)
    .sort((one, other) => one - other);
}

/** POST-097: of an edited post the caption may not be blank, of how many files it may consist. */
export function checkEdit(draft: PostDraft, files: readonly UploadItem[], around: CheckSurroundings): PostChecks {
  const checks = checkDraft(draft, files, around);
  // What could not be processed is the review's business; an edit leaves it where it is.
  const stuck = checks.stuck.filter(({ phase, isFromLibrary }) => !(phase === 'refused' && isFromLibrary));
  const isBlank = draft.caption.trim() === '' && !checks.errors.some(({ field }) => field === 'caption');
  const errors: readonly DraftError[] = isBlank
    ? [...checks.errors, { field: 'caption', code: 'caption-required' }]
    : checks.errors;
  return { ...checks, errors, stuck, isGood: errors.length === 0 && checks.waiting.length === 0 && stuck.length === 0 };
}

/** POST-065: the review begins with an amount of 5 where the post has none. */
export const reviewDraft = (draft: PostDraft, post: { readonly amount: number | null }): PostDraft => ({
  ...draft,
  isScheduled: false,
  amount: post.amount === null ? String(defaultReviewAmount) : draft.amount,
});

/** POST-086: the amount that a review is sent with. */
export function reviewedAmount(draft: Pick<PostDraft, 'visibility' | 'amount'>, bounds: Bounds): string {
  if (draft.visibility !== 'locked') return draft.amount;
  const amount = amountOf(draft);
  const isInside = amount >= bounds.content_unlock_minimum_amount && amount <= bounds.content_unlock_maximum_amount;
  return isInside ? draft.amount : String(bounds.content_unlock_minimum_amount);
}
