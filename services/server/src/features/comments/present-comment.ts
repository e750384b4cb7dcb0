import type { CommentView } from '@backlot/contracts/comments';
import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { isAdminRole } from '@backlot/domain/people/roles';
import type { PostViewer } from '../posts/index.ts';
import type { WrittenComment } from './comment-rows.ts';

/** A comment as one viewer gets it: ids of people are staff's alone. */
export function presentComment(row: WrittenComment, viewer: PostViewer): CommentView {
  const isStaff = mayCreatePosts(viewer.person);
  const isMine = viewer.userId === row.user_id;
  return {
    _id: row.id,
    blog_id: row.post_id,
    comment: row.body,
    date: row.created_at.toISOString(),
    user: { _id: isStaff ? row.user_id : null, name: row.name, avatarUrl: null, isAdmin: isAdminRole(row.role) },
    is_mine: isMine,
    is_hidden: row.hidden_at !== null,
    can_remove: isMine || isStaff,
    can_hide: isStaff,
    is_user_blocked: isStaff ? row.is_user_blocked : null,
  };
}
