import { toJson } from '@backlot/database/json-text';
import { v7 } from 'uuid';
import type { World } from './world.ts';

const widths = [320, 640, 960, 1280] as const;

/** A feed of ready posts on luna, each with one to three pictures: a third of them for members, a third for sale. */
export async function seedBenchPosts(world: World, count: number): Promise<void> {
  const now = world.clock.now();
  const variants = toJson([
    ...widths.map((width) => ({ name: `w${width}`, width, height: width, contentType: 'image/webp', bytes: 40_000 })),
    { name: 'jpeg960', width: 960, height: 960, contentType: 'image/jpeg', bytes: 90_000 },
    { name: 'thumb', width: 160, height: 160, contentType: 'image/webp', bytes: 3_000 },
    { name: 'blur', width: 480, height: 480, contentType: 'image/webp', bytes: 2_000 },
  ]);
  const random = (): string => v7().replaceAll('-', '').slice(-32).padStart(32, '0');
  const posts = Array.from({ length: count }, (_, n) => ({
    id: v7(),
    title: '',
    caption: `Post ${n} with a caption that is long enough to be cut off somewhere on a card.`,
    visibility: (['public', 'private', 'locked'] as const)[n % 3]!,
    amount_minor: n % 3 === 2 ? 1_500 : null,
    currency: 'USD',
    private_blur: n % 3 !== 0,
    caption_blur: false,
    publish_at: new Date(now.getTime() - (n + 1) * 60_000),
    photo_count: 1 + (n % 3),
    created_at: now,
  }));
  const media = posts.flatMap((post) =>
    Array.from({ length: post.photo_count }, (_, position) => ({ id: v7(), post: post.id, position })),
  );
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    for (let from = 0; from < media.length; from += 500) {
      await db('media').insert(
        media.slice(from, from + 500).map(({ id }) => ({
          id,
          kind: 'photo' as const,
          state: 'ready' as const,
          file_name: 'a.jpg',
          original_random: random(),
          private_random: random(),
          public_random: random(),
          size: 900_000,
          sha256: random(),
          width: 1_400,
          height: 1_400,
          thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
          dominant_color: '#888888',
          variants,
          created_at: now,
          received_at: now,
          settled_at: now,
        })),
      );
    }
    for (let from = 0; from < posts.length; from += 500) await db('posts').insert(posts.slice(from, from + 500));
    for (let from = 0; from < media.length; from += 500) {
      await db('post_media').insert(
        media
          .slice(from, from + 500)
          .map(({ id, post, position }) => ({ post_id: post, media_id: id, position, is_preview: false })),
      );
    }
  });
}
