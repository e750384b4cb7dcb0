import { lazy, type ReactNode } from 'react';
import { PostPart } from '../../entities/post/post-slots.tsx';

const part = { Menu: lazy(async () => ({ default: (await import('./post-menu.tsx')).PostMenu })) };

/** Lets every post within carry the menu for staff. */
export function PostMenuArea({ children }: { children: ReactNode }) {
  return <PostPart part={part}>{children}</PostPart>;
}
