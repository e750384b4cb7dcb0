import { lazy, type ReactNode } from 'react';
import { PostPartsProvider, type PostParts } from '../lib/post-parts.ts';

const parts: PostParts = {
  Comments: lazy(async () => ({ default: (await import('../features/comments/post-comments.tsx')).PostComments })),
  Menu: lazy(async () => ({ default: (await import('../features/post-menu/post-menu.tsx')).PostMenu })),
};

/** Lets posts carry comments and, for staff, a menu, without knowing either. */
export function PostPartsArea({ children }: { children: ReactNode }) {
  return <PostPartsProvider value={parts}>{children}</PostPartsProvider>;
}
