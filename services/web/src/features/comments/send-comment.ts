import type { PostView } from '@backlot/contracts/posts';
import { useMutation, useMutationState, useQueryClient, type MutationState } from '@tanstack/react-query';
import { ApiError, api, newIdempotencyKey } from '../../lib/api.ts';
import { useMe, useSite } from '../../lib/site.tsx';
import { editComments } from './comments-query.ts';

export interface Draft {
  readonly key: string;
  readonly text: string;
  readonly at: string;
}
export interface Sending extends Draft {
  readonly error: unknown;
  readonly hasFailed: boolean;
}

const isPassing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);
/** Milliseconds before the next quiet try. */
const pauses = [800, 2500, 6000] as const;

/**
 * Sends comments. What was written stands in the list at once; a lost connection is tried again in silence, with the
 * same key, and offline it waits. A refusal stays in its place with the server's words (POST-074).
 */
export function useSendComment(post: Pick<PostView, '_id'>) {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const writer = useMe()?._id;
  // Of this person: what the one before wrote on this device is none of theirs.
  const mutationKey = [site, 'send-comment', post._id, writer];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ key, text }: Draft) =>
      (
        await api('POST /api/blog/save-blog-comment', {
          body: { blog_id: post._id, comment: text },
          idempotencyKey: key,
        })
      ).data,
    retry: (count, error) => count < pauses.length && isPassing(error),
    retryDelay: (count) => pauses[count] ?? 6000,
    onSuccess: ({ comment, total_comments: total }) =>
      editComments(
        queries,
        site,
        post._id,
        (comments, isFirstPage) =>
          isFirstPage && !comments.some(({ _id }) => _id === comment._id) ? [comment, ...comments] : comments,
        total,
      ),
  });
  const sending = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => sendingOf(state as MutationState<unknown, Error, Draft>),
  })
    .filter((one): one is Sending => one !== null)
    .reverse();
  const forget = (key: string): void => {
    const cache = queries.getMutationCache();
    for (const one of cache.findAll({ mutationKey }))
      if ((one.state.variables as Draft | undefined)?.key === key) cache.remove(one);
  };
  return {
    sending,
    send: (text: string) => mutate({ key: newIdempotencyKey(), text, at: new Date().toISOString() }),
    again: ({ key, text, at }: Draft) => {
      forget(key);
      mutate({ key, text, at });
    },
    forget,
  };
}

function sendingOf({ status, variables, error }: MutationState<unknown, Error, Draft>): Sending | null {
  return variables === undefined || status === 'success' || status === 'idle'
    ? null
    : { ...variables, error, hasFailed: status === 'error' };
}
