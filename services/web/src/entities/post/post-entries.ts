import type { PostView } from '@backlot/contracts/posts';
import { postMenu, type PostMenuEntry } from '@backlot/domain/people/capabilities';
import type { Viewer } from '@backlot/domain/people/roles';

/** When a row was made, in milliseconds: the first 48 bits of its id (uuid v7). */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Which entries a viewer has in the menu of a post (POST-036 to POST-043). */
export function postEntries(
  viewer: Viewer,
  post: Pick<PostView, 'media' | 'contentCount'>,
  now: number,
): readonly PostMenuEntry[] {
  const films = post.media.filter(({ type }) => type === 'video');
  const waits = films.filter(({ is_process: isWaiting }) => isWaiting).map(({ _id }) => now - madeAt(_id));
  return postMenu(viewer, {
    hasPhoto: post.contentCount.photo > 0,
    video:
      films.length === 0
        ? null
        : { hasFailed: films.some(({ is_error: hasFailed }) => hasFailed), waitMs: Math.max(0, ...waits) },
  });
}
