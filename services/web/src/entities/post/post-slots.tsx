import type { PostView } from '@backlot/contracts/posts';
import { createContext, useContext, useMemo, type ComponentType, type ReactNode } from 'react';

export interface CommentsProps {
  readonly post: PostView;
  /** The heading's level below the post's own. */
  readonly level: 2 | 3;
}
export interface PostMenuProps {
  readonly post: PostView;
  /** The post is there no more. */
  readonly onGone?: () => void;
}

/** What other features add to a post; loaded where it is shown. */
export interface PostSlots {
  readonly Comments: ComponentType<CommentsProps>;
  /** For staff alone. */
  readonly Menu: ComponentType<PostMenuProps>;
}

const Nothing = (): null => null;
const PostSlotsContext = createContext<PostSlots>({ Comments: Nothing, Menu: Nothing });
export const usePostSlots = (): PostSlots => useContext(PostSlotsContext);

/** Adds what one feature brings to those of the features around it. */
export function PostPart({ part, children }: { part: Partial<PostSlots>; children: ReactNode }) {
  const around = usePostSlots();
  const slots = useMemo(() => ({ ...around, ...part }), [around, part]);
  return <PostSlotsContext value={slots}>{children}</PostSlotsContext>;
}
