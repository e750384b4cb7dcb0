import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, ApiError, newIdempotencyKey } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import type { UploadItem } from '../../lib/uploads/upload-item.ts';
import { amountOf } from './post-checks.ts';
import { scheduledAt, type PostDraft } from './post-draft.ts';

interface Sent { readonly draft: PostDraft; readonly files: readonly UploadItem[] }

/** Sends the post. One key a post, kept over retries whose outcome is unknown, so that no press makes two. */
export function useSendPost() {
  const queries = useQueryClient();
  const { id } = useSite();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ draft, files }: Sent) => {
      key.current ??= newIdempotencyKey();
      return api('POST /api/blog/add-new-blog', { body: bodyOf(draft, files), idempotencyKey: key.current });
    },
    onSuccess: async () => {
      key.current = null;
      await Promise.all([[id, 'studio-posts'], [id, 'feed'], [id, 'studio-home']].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      // A refusal is certain: the next press is another try, perhaps with other content.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) key.current = null;
    },
  });
}

function bodyOf(draft: PostDraft, files: readonly UploadItem[]) {
  const mediaId = (wanted: string | null): string | null => files.find(({ key }) => key === wanted)?.mediaId ?? null;
  const isPublic = draft.visibility === 'public';
  const isLocked = draft.visibility === 'locked';
  const at = scheduledAt(draft);
  return {
    description: draft.caption.trim(),
    blogType: files.length > 1 ? 'gallery' : 'photo',
    visibility: draft.visibility,
    public: isPublic,
    isLocked,
    ...(isLocked ? { amount: amountOf(draft) } : {}),
    privateBlur: !isPublic && draft.blurMedia,
    captionBlur: !isPublic && draft.blurCaption,
    ...(at ? { date: at.toISOString() } : {}),
    media_item: files.flatMap(({ mediaId: one }) => (one === null ? [] : [one])),
    media_preview_item: isLocked && draft.hasPreview ? mediaId(draft.preview) : null,
    feed_tags: [...draft.tags],
  };
}
