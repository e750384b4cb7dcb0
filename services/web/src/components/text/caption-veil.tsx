import { useSetting } from '../../lib/site.tsx';
import './caption-veil.css';

/** Lengths of words, in characters. The words themselves stay at the server. */
const words = [4, 7, 3, 9, 6, 2, 8, 5] as const;

/** Where a caption opens with the post: the look of words under the site's blur. `seed` sets another row of them apart. */
export function CaptionVeil({ seed = 0 }: { seed?: number }) {
  const intensity = useSetting('post_caption_blur_intensity') ?? 8;
  const from = seed % words.length;
  return (
    <span
      className="caption-veil"
      aria-hidden="true"
      style={{ filter: intensity === 0 ? undefined : `blur(${intensity}px)` }}
    >
      {[...words.slice(from), ...words.slice(0, from)].map((length) => (
        <i key={length} style={{ inlineSize: `${length}ch` }} />
      ))}
    </span>
  );
}
