import { copyOfReady, makePost, smallPhoto } from '../posting.ts';
import {
  byModel,
  category,
  comment,
  model,
  newPost,
  nextName,
  onMedium,
  onPost,
  sentFile,
  tag,
  type Example,
} from './wire-makers.ts';

/** Posts, tags, uploads and the library. */
export const contentExamples: Readonly<Record<string, Example>> = {
  'GET /api/blogs/all': async (world) => {
    const post = await makePost(world, model(world), {
      feed_tags: ['Bowls'],
      category: { name: 'Shelf one', isNew: true },
      media_item: [await copyOfReady(world, model(world)), await copyOfReady(world, model(world))],
    });
    return { as: model(world), query: { page_num: 1, feed_tag_id: post.feed_tags[0].id } };
  },
  'GET /api/blogs': async (world) => ({ query: { page_num: 1, feed_tag_id: await tag(world) } }),
  'POST /api/blog/add-new-blog': byModel(newPost),
  'POST /api/blogs': byModel(async (world) => ({ ...(await newPost(world)), media: [], url: await sentFile(world) })),
  'POST /api/upload/upload_file': async (world) => ({ as: model(world), form: [await smallPhoto()] }),
  'POST /api/upload/upload_gallery_file': async (world) => ({
    as: model(world),
    form: [await smallPhoto(), await smallPhoto()],
  }),
  'POST /api/blogs/delete': onPost((post) => ({ id: post._id, requestFrom: 'feed', pageNum: 1, feedTagId: '' })),
  'POST /api/blogs/edit': onPost((post) => ({
    postId: post._id,
    description: 'Changed',
    pageNum: 1,
    isCaptionBlur: false,
    isPublicPost: false,
    isMediaUpdate: false,
    media_preview: [],
    media_preview_item: null,
    selectedPreviewIndex: null,
    processing: false,
  })),
  'GET /api/blog/get-blog-data-by-id': async (world) => ({
    as: model(world),
    query: { id: (await makePost(world, model(world)))._id },
  }),
  'POST /api/blog/reuse-blog': onPost((post) => ({
    _id: post._id,
    description: 'Again',
    privateBlur: true,
    captionBlur: false,
    amount: 21,
    date: null,
    contentLeftForProcessing: 0,
    media: post.media.map(({ _id, url }) => ({ _id, content_type: 'photo', url })),
    media_preview: [],
    feed_tags: [],
    media_item: post.media.map(({ _id }) => _id),
    media_preview_item: null,
  })),
  'POST /api/blog/post-reviewed-blog': byModel(async (world) => {
    const [whole, failed] = [await copyOfReady(world, model(world)), await copyOfReady(world, model(world))];
    const post = await makePost(world, model(world), { media_item: [whole, failed] });
    await world.database.tenants.write(model(world).tenant, async (db) => {
      await db('media').where({ id: failed }).update({ state: 'error', error_code: 'media-format' });
      await db('posts').where({ id: post._id }).update({ media_failed: 1 });
    });
    return { _id: post._id, description: 'Reviewed', amount: 5 };
  }),
  'POST /api/blog/get-blog-info': onPost((post) => ({ blog_id: post._id })),
  'POST /api/blog/get-blog-comment': onPost((post) => ({ blog_id: post._id })),
  'POST /api/blog/save-blog-comment': onPost((post) => ({ blog_id: post._id, comment: 'Thank you' })),
  'POST /api/blog/remove-blog-comment': byModel(async (world) => ({ comment_id: (await comment(world)).comment })),
  'POST /api/blog/hide-blog-comment': byModel(async (world) => ({ comment_id: (await comment(world)).comment })),
  'POST /api/blog/block-user-from-commenting': byModel(async (world) => ({ user_id: (await comment(world)).fan.id })),
  'POST /api/blog/like-dislike': async (world) => ({
    as: await world.member(),
    body: { id: (await makePost(world, model(world), { visibility: 'public' }))._id, is_like: 1, total_likes: 0 },
  }),
  'POST /api/upload/refresh_blur_picture': onPost((post) => ({ id: post._id, type: 'blog', format: 'modern' })),
  'POST /api/upload/refresh_blur_modern_picture': onPost((post) => ({
    id: post._id,
    type: 'blog',
    format: 'modern',
    userId: '',
  })),
  'POST /api/upload/rotate_image': onPost((post) => ({
    id: post._id,
    type: 'blog',
    rotate_angle: 90,
    imageIndex: 0,
    format: 'modern',
    userId: '',
  })),
  'POST /api/upload/rotate_modern_image': onPost((post) => ({
    id: post._id,
    type: 'blog',
    rotate_angle: -90,
    imageIndex: 0,
    format: 'modern',
    userId: '',
  })),
  'POST /api/admin/send_video_process_request': byModel(async (world) => {
    const id = await copyOfReady(world, model(world));
    const post = await makePost(world, model(world), { media_item: [id] });
    await world.database.tenants.write(model(world).tenant, async (db) => {
      await db('media').where({ id }).update({ kind: 'video', state: 'error', error_code: 'upload-failed' });
      await db('posts').where({ id: post._id }).update({ media_failed: 1 });
    });
    return {
      id: post._id,
      videoFrom: 'blog',
      udid: post._id,
      isMassMessage: false,
      s3FilePath: '',
      shouldGenerateBlurImage: true,
    };
  }),
  'POST /api/feed-tags/': async (world) => ({ as: model(world), body: { ...((await tag(world)) ? {} : {}) } }),
  'POST /api/feed-tags/add-or-update': byModel(async () => ({ name: `Clay ${nextName()}` })),
  'DELETE /api/feed-tags/delete/:id': async (world) => ({
    as: model(world),
    path: `/api/feed-tags/delete/${await tag(world)}`,
  }),
  'POST /api/feed-tags/add-or-remove-tag': byModel(async (world) => ({
    blogId: (await makePost(world, model(world)))._id,
    id: await tag(world),
  })),
  'POST /api/upload/generate_presigned_url': async (world) => ({
    as: model(world),
    body: {
      file_name: 'bowl.jpg',
      content_type: 'image/jpg',
      media_type: 'photo',
      email: model(world).email,
      category: 'message',
      domain: 'luna.test',
    },
  }),
  'POST /api/media/get': async (world) => {
    await copyOfReady(world, model(world));
    return { as: model(world), body: { type: 'photo', category: 'all media', page: 1 } };
  },
  'GET /api/media/category': async (world) => {
    await category(world);
    return { as: model(world) };
  },
  'POST /api/media/category': byModel(async () => ({ name: `Wheel ${nextName()}` })),
  'POST /api/media/category/update': byModel(async (world) => ({
    id: await category(world),
    name: `Shelf ${nextName()}`,
  })),
  'POST /api/media/category/delete': byModel(async (world) => ({ id: await category(world) })),
  'POST /api/media': byModel(async (world) => ({
    path: await sentFile(world),
    upload_by: 'model',
    type: 'photo',
    processing: true,
    category: 'all media',
    categorySlug: 'all media',
  })),
  'POST /api/media/remove-media': onMedium((id) => ({ mediaIds: [id] })),
  'POST /api/media/add-media-from-category': byModel(async (world) => ({
    mediaId: [await copyOfReady(world, model(world))],
    categoryId: await category(world),
    activeCategoryId: 'all media',
  })),
};
