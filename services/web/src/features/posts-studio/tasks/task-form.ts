import type { PostView } from '@backlot/contracts/posts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite, useTimeZone } from '../../../lib/site.tsx';
import { editPost } from '../../../entities/post/post-cache.ts';
import { draftOf } from '../draft/held-media.ts';
import type { PostDraft } from '../draft/post-draft.ts';
import { postKeys } from '../list/studio-posts.ts';

export interface TaskDraft {
  readonly draft: PostDraft;
  readonly isChanged: boolean;
  readonly change: (part: Partial<PostDraft>) => void;
  readonly update: (step: (draft: PostDraft) => PostDraft) => void;
}

/** A post's form, while its dialog is open. */
export function useTaskDraft(post: PostView, begin: (draft: PostDraft) => PostDraft = (draft) => draft): TaskDraft {
  const { t } = useTranslation();
  const timeZone = useTimeZone();
  const [draft, setDraft] = useState(() =>
    begin(
      draftOf(
        post,
        (media, index) => t(media.type === 'photo' ? 'media-photo-n' : 'media-film-n', { n: index + 1 }),
        timeZone,
      ),
    ),
  );
  const [begun] = useState(draft);
  return {
    draft,
    isChanged: draft !== begun,
    change: useCallback((part) => setDraft((before) => ({ ...before, ...part })), []),
    update: useCallback((step) => setDraft(step), []),
  };
}

/** POST-082: the card is as it was answered, everywhere; lists are asked for again. */
export function usePostChanged(): (post: PostView | null) => void {
  const { id: site } = useSite();
  const queries = useQueryClient();
  return (post) => {
    if (post) {
      editPost(queries, site, post._id, () => post);
      queries.setQueryData(queryKeys.post(site, post._id), post);
    }
    for (const queryKey of postKeys(site)) void queries.invalidateQueries({ queryKey });
  };
}
