import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, ApiError, newIdempotencyKey } from '../../../lib/api.ts';
import { useSite, useTimeZone } from '../../../lib/site.tsx';
import type { DraftFiles } from './draft-files.ts';
import { amountOf } from './post-checks.ts';
import { scheduledAt, type PostDraft } from './post-draft.ts';
import { postKeys } from '../list/studio-posts.ts';

interface Sent extends DraftFiles {
  readonly draft: PostDraft;
}

/**
 * Sends the post. One key a post, kept over retries whose outcome is unknown, so that no press makes two. `onSent` is
 * told also when the form was left meanwhile.
 */
export function useSendPost(onSent: (message: string) => void) {
  const queries = useQueryClient();
  const { id } = useSite();
  const timeZone = useTimeZone();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ draft, ...files }: Sent) => {
      key.current ??= newIdempotencyKey();
      const at = scheduledAt(draft, timeZone);
      return api('POST /api/blog/add-new-blog', {
        body: {
          ...contentOf(draft, files),
          captionBlur: draft.visibility !== 'public' && draft.blurCaption,
          public: draft.visibility === 'public',
          isLocked: draft.visibility === 'locked',
          selectFromContentManager: files.files.some(({ isFromLibrary }) => isFromLibrary),
          ...(at ? { date: at.toISOString() } : {}),
        },
        idempotencyKey: key.current,
      });
    },
    onSuccess: ({ message }) => {
      key.current = null;
      onSent(message);
      for (const queryKey of postKeys(id)) void queries.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      // A refusal is certain: the next press is another try, perhaps with other content.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) key.current = null;
    },
  });
}

/** What all forms of a post send alike. */
export function contentOf(draft: PostDraft, { files, preview }: DraftFiles) {
  const isPublic = draft.visibility === 'public';
  const isLocked = draft.visibility === 'locked';
  const hasPreview = isLocked && draft.hasPreview && preview?.mediaId !== undefined && preview.mediaId !== null;
  return {
    description: draft.caption.trim(),
    visibility: draft.visibility,
    ...(isLocked ? { amount: amountOf(draft) } : {}),
    privateBlur: !isPublic && draft.blurMedia,
    media_item: files.flatMap(({ mediaId: one }) => (one === null ? [] : [one])),
    media_preview_item: hasPreview ? preview.mediaId : null,
    ...(hasPreview && draft.isGift ? { give_preview_away: true } : {}),
    feed_tags: [...draft.tags],
    category: categoryOf(draft),
    show_content_length: !isPublic && draft.showLength,
    showNumberOfGalleryImage: !isPublic && draft.showCount,
  };
}

const categoryOf = ({ category }: PostDraft) => {
  if (category === null) return null;
  return category.id === null ? { name: category.name.trim(), isNew: true } : { id: category.id };
};
