import type { PostView } from '@backlot/contracts/posts';
import { useSlots } from '../../../components/theme/slots.tsx';
import { PostCard } from '../card/post-card.tsx';

/** Cards that the first view may show: their pictures come first. */
const inFirstView = 3;

/** Three, two or one beside each other. Cards far from the window cost no layout (`content-visibility`). */
export function PostGrid({ posts }: { posts: readonly PostView[] }) {
  const { hasLead } = useSlots();
  return (
    <ul className="post-grid">
      {posts.map((post, index) => (
        <li key={post._id}>
          <PostCard post={post} isFirst={index < inFirstView} isLead={hasLead && index === 0 && posts.length > 2} />
        </li>
      ))}
    </ul>
  );
}
