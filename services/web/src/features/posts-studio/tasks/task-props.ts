import type { PostView } from '@backlot/contracts/posts';

/** What each dialog about one post is given: the post as it is now, whole. */
export interface TaskProps {
  readonly post: PostView;
  readonly onClose: () => void;
}
