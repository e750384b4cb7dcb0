import type { ReactNode, RefObject } from 'react';
import { isPreviewOffered } from '@backlot/domain/posts/post-form';
import type { UploadItem } from '../../../entities/upload/upload-item.ts';
import { useSetting } from '../../../lib/site.tsx';
import { AmountField } from './amount-field.tsx';
import { BlurField } from './blur-field.tsx';
import { CaptionField } from './caption-field.tsx';
import { CategoryField } from './category-field.tsx';
import { mergePicked } from '../draft/draft-files.ts';
import { MediaField } from './media-field.tsx';
import { useFormErrorText } from '../draft/missing-list.tsx';
import { usualAmounts, type Bounds, type DraftError, type PostChecks } from '../draft/post-checks.ts';
import { withVisibility, type PostDraft } from '../draft/post-draft.ts';
import { PreviewField } from './preview-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { ShowField } from './show-field.tsx';
import { everyPost, useKnownTags, useStudioPosts } from '../list/studio-posts.ts';
import { TagsField } from './tags-field.tsx';
import { VisibilityField } from './visibility-field.tsx';

interface PostFieldsProps {
  readonly draft: PostDraft;
  readonly files: readonly UploadItem[];
  readonly preview: UploadItem | null;
  readonly checks: PostChecks;
  readonly bounds: Bounds;
  readonly now: Date;
  readonly pick: RefObject<HTMLInputElement | null>;
  readonly change: (part: Partial<PostDraft>) => void;
  readonly update: (step: (draft: PostDraft) => PostDraft) => void;
  readonly isPublicOffered: boolean;
  /** Somebody tried to send it: what is missing is said at its field. */
  readonly wasPressed: boolean;
  /** A published post keeps its time. */
  readonly canSchedule?: boolean;
  readonly tooMany?: 'one-preview' | 'edit-max-1';
  /** Under the files: what of them stays. */
  readonly mediaNote?: ReactNode;
}

/** The fields that a new post, its editing and its review have in common. */
export function PostFields({
  draft,
  files,
  preview,
  checks,
  bounds,
  now,
  pick,
  change,
  update,
  isPublicOffered,
  wasPressed,
  canSchedule = true,
  tooMany = 'one-preview',
  mediaNote,
}: PostFieldsProps) {
  const areTagsOn = useSetting('feed_tags_enable') === true;
  const { data: posts } = useStudioPosts(everyPost);
  const { data: known } = useKnownTags();
  const errorText = useFormErrorText();
  const errorAt = (field: DraftError['field']): string | null => {
    const error = checks.errors.find((one) => one.field === field);
    const isAtOnce =
      field === 'amount' || field === 'scheduledAt' || (field === 'category' && draft.category?.name !== '');
    return error && (wasPressed || isAtOnce) ? errorText(error) : null;
  };
  const isLocked = draft.visibility === 'locked';
  return (
    <>
      <MediaField
        files={files}
        error={errorAt('files')}
        pick={pick}
        onFiles={(keys, picked) => update((before) => withFiles(before, keys, picked))}
      />
      {mediaNote}
      <CaptionField caption={draft.caption} error={errorAt('caption')} onChange={(caption) => change({ caption })} />
      <VisibilityField
        value={draft.visibility}
        isPublicOffered={isPublicOffered}
        onChange={(visibility) => update((before) => withVisibility(before, visibility))}
      />
      {isLocked ? (
        <div className="form-pair">
          <AmountField
            amount={draft.amount}
            min={bounds.content_unlock_minimum_amount}
            max={bounds.content_unlock_maximum_amount}
            usual={usualAmounts(
              (posts?.blogs ?? []).map((post) => post.amount),
              bounds,
            )}
            ofCards={posts?.card_bounds}
            error={errorAt('amount')}
            onChange={(amount) => change({ amount })}
          />
          {isPreviewOffered(draft) ? (
            <PreviewField
              files={files}
              preview={preview}
              isOn={draft.hasPreview}
              tooMany={tooMany}
              error={errorAt('preview')}
              onChoose={(key, picked, isGift = false) => update((before) => withChosen(before, key, picked, isGift))}
              onSwitch={(hasPreview) => update((before) => withPreview(before, hasPreview))}
            />
          ) : null}
        </div>
      ) : null}
      {draft.visibility === 'public' ? null : (
        <div className="form-three form-part">
          <BlurField text="reuse-blur-media" isOn={draft.blurMedia} onChange={(blurMedia) => change({ blurMedia })} />
          <BlurField
            text="reuse-blur-caption"
            isOn={draft.blurCaption}
            onChange={(blurCaption) => change({ blurCaption })}
          />
          <ShowField draft={draft} onChange={change} />
        </div>
      )}
      <div className="form-pair form-part">
        {areTagsOn ? <TagsField tags={draft.tags} known={known ?? []} onChange={(tags) => change({ tags })} /> : null}
        <CategoryField
          category={draft.category}
          error={errorAt('category')}
          onChange={(category) => change({ category })}
        />
        {canSchedule ? (
          <ScheduleField draft={draft} now={now} error={errorAt('scheduledAt')} onChange={change} />
        ) : null}
      </div>
    </>
  );
}

/** Another list of files; a preview that was one of those taken out is none any more. */
export function withFiles(before: PostDraft, keys: readonly string[], picked: readonly UploadItem[]): PostDraft {
  const isGone = before.preview !== null && before.files.includes(before.preview) && !keys.includes(before.preview);
  return {
    ...before,
    files: keys,
    picked: mergePicked(before.picked, picked),
    preview: isGone ? null : before.preview,
    isGift: before.isGift && !isGone,
  };
}

/** REUSE-09: turning Add Preview off clears it. Turning it on chooses nothing (DECISIONS 45). */
export const withPreview = (before: PostDraft, hasPreview: boolean): PostDraft => ({
  ...before,
  hasPreview,
  preview: hasPreview ? before.preview : null,
  isGift: hasPreview && before.isGift,
});

/** `isGift`: one of the files, and its creator was asked. */
export const withChosen = (
  before: PostDraft,
  preview: string | null,
  picked: UploadItem | undefined,
  isGift: boolean,
): PostDraft => ({
  ...before,
  preview,
  isGift,
  hasPreview: before.hasPreview || preview !== null,
  picked: picked ? mergePicked(before.picked, [picked]) : before.picked,
});
