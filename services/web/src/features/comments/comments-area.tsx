import { lazy, type ReactNode } from 'react';
import { PostPart } from '../../entities/post/post-slots.tsx';

const part = { Comments: lazy(async () => ({ default: (await import('./post-comments.tsx')).PostComments })) };

/** Lets every post within carry its comments. */
export function CommentsArea({ children }: { children: ReactNode }) {
  return <PostPart part={part}>{children}</PostPart>;
}
