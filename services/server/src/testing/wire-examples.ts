import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import type { TestPerson } from './people.ts';
import { copyOfReady, makePost, put, smallPhoto } from './posting.ts';
import type { MoneyWorld } from './money-world.ts';

export interface Ask {
  readonly as?: TestPerson;
  readonly path?: string;
  readonly body?: object;
  readonly query?: Record<string, string | number>;
  readonly form?: readonly Buffer[];
}
type Example = (world: MoneyWorld) => Promise<Ask>;

const boundary = 'edge-of-a-part';
export const formType = `multipart/form-data; boundary=${boundary}`;
export const formBody = (files: readonly Buffer[]): Buffer =>
  Buffer.concat([
    ...files.flatMap((bytes, at) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file${at}"; filename="bowl.png"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

const model = (world: MoneyWorld) => world.people.luna.model;
const byModel =
  (more: (world: MoneyWorld) => Promise<object> = async () => ({})): Example =>
  async (world) => ({ as: model(world), body: await more(world) });
const asGuest =
  (body: object): Example =>
  async () => ({ body });
const onPost = (
  fields: (post: { _id: string; media: Array<{ _id: string; url: string }> }) => object,
  over: object = {},
): Example => byModel(async (world) => fields(await makePost(world, model(world), { ...over })));
const onMedium = (fields: (id: string) => object): Example =>
  byModel(async (world) => fields(await copyOfReady(world, model(world))));

async function sentFile(world: MoneyWorld): Promise<string> {
  const { body } = await world.call('POST /api/upload/generate_presigned_url', {
    as: model(world),
    body: { file_name: 'bowl.jpg', content_type: 'image/jpg', media_type: 'photo' },
  });
  await put(world, body.presigned_url, await smallPhoto(), 'image/jpg');
  return body.file_name as string;
}
const newPost = async (world: MoneyWorld): Promise<object> => ({
  title: '',
  blogType: 'photo',
  description: 'A bowl',
  author: 'Luna',
  public: false,
  privateBlur: true,
  processing: false,
  isLocked: true,
  amount: 20,
  model: model(world).id,
  captionBlur: false,
  date: null,
  isPreviewEnable: false,
  contentLeftForProcessing: 0,
  blogSubType: 'photo',
  show_content_length: true,
  showNumberOfGalleryImage: true,
  media: [{ url: await sentFile(world), content_type: 'photo', is_process: false }],
  media_preview: [],
  media_item: [],
  media_preview_item: null,
  feed_tags: [{ label: 'Bowls', value: 'bowls' }],
  category: null,
  selectFromContentManager: false,
  gallery: [],
  blurUrlGallery: [],
  thumbnailUrlGallery: [],
  url: '',
});
const comment = async (world: MoneyWorld): Promise<{ blog: string; comment: string; fan: TestPerson }> => {
  const fan = await world.member();
  const post = await makePost(world, model(world), { visibility: 'public' });
  const { body } = await world.call('POST /api/blog/save-blog-comment', {
    as: fan,
    body: { blog_id: post._id, comment: 'Lovely' },
  });
  return { blog: post._id, comment: body.data.comment._id, fan };
};
const category = async (world: MoneyWorld): Promise<string> =>
  (await world.call('POST /api/media/category', { as: model(world), body: { name: `Kiln ${(names += 1)}` } })).body.data
    ._id as string;
const tag = async (world: MoneyWorld): Promise<string> =>
  (await world.call('POST /api/feed-tags/add-or-update', { as: model(world), body: { name: `Glaze ${(names += 1)}` } }))
    .body.data._id as string;
let names = 0;

async function resetToken(world: MoneyWorld): Promise<string> {
  const fan = await world.fresh();
  await world.call('POST /api/users/forgot_password', { on: 'luna', body: { email: fan.email } });
  await world.runJobs();
  const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list();
  const token = mails
    .map(({ to, text }) => (to === fan.email ? /\/change-password\/(\S+)/.exec(text)?.[1] : undefined))
    .find(Boolean);
  if (token === undefined) throw new Error('no reset link in the mailbox');
  return token;
}

const holder = {
  address: '1 Main',
  country: 'US',
  state: 'AZ',
  city: 'Tempe',
  pincode: '85281',
  firstName: 'Ada',
  lastName: 'Test',
};
function cardOf(): Example {
  return async (world) => {
    const as = await world.member();
    const { body } = await world.call('GET /api/v2/get-payment-card', { as });
    return { as, body: { card_id: body.data[0]._id } };
  };
}

/** One request for each built call of the documents, with every name that they give it. */
export const wireExamples: Readonly<Record<string, Example>> = {
  'POST /api/users/register': async () => ({
    body: { email: `new-${(names += 1)}@fans.example`, password: 'A-good-one-2026', action: 'register' },
  }),
  'POST /api/users/login': async (world) => ({
    body: { email: world.people.luna.fan.email, password: world.people.luna.fan.password },
  }),
  'POST /api/users/forgot_password': asGuest({ email: 'nobody@fans.example', requestFrom: 'login' }),
  'POST /api/users/check_token/:token': async (world) => ({
    path: `/api/users/check_token/${await resetToken(world)}`,
    body: {},
  }),
  'POST /api/users/reset_password': async (world) => ({
    body: { token: await resetToken(world), password: 'Another-good-1' },
  }),
  'POST /api/users/change_profile_details': async (world) => ({ as: await world.fresh(), body: { name: 'Asta' } }),
  'POST /api/users/change_old_password': async (world) => {
    const fan = await world.fresh();
    return { as: fan, body: { old_password: fan.password, new_password: 'Another-good-1' } };
  },
  'GET /api/users/me': async (world) => ({
    as: await world.member(),
    query: { is_request_from_login_or_signup_api: 'true' },
  }),
  'GET /api/users/get_unread_count': async (world) => ({ as: model(world) }),
  'GET /api/users/get_all_countries': async () => ({}),
  'POST /api/users/get_states_of_country': asGuest({ countryId: 'US' }),
  'POST /api/users/get_cities_of_state': asGuest({ countryId: 'US', stateId: 'AZ' }),
  'GET /api/pages/get_html': async (world) => {
    await world.database.tenants.write(model(world).tenant, (db) =>
      db('pages')
        .insert({ slug: 'maintenance', title: 'Back soon', html: '<p>Back soon</p>', updated_at: world.clock.now() })
        .onConflict('slug')
        .ignore(),
    );
    return { query: { slug: 'maintenance' } };
  },
  'GET /api/v2/get-payment-card': async (world) => ({ as: await world.member() }),
  'GET /api/ccbill/get-payment-card': async (world) => ({ as: await world.member() }),
  'GET /api/ccbill/set_payment_method': async (world) => ({ as: await world.member() }),
  'POST /api/ccbill/set-primary-card': cardOf(),
  'POST /api/ccbill/remove-card': async (world) => {
    const ask = await cardOf()(world);
    await world.call('POST /api/cancel-subscription', { as: ask.as!, body: {} });
    return ask;
  },
  'POST /user/change-payment-method': async (world) => ({
    as: await world.member(),
    body: { card: { ...holder, email: 'ada@fans.example', token: await world.token() } },
  }),
  'POST /api/cancel-subscription': async (world) => ({ as: await world.member(), body: {} }),
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
  'POST /api/feed-tags/add-or-update': byModel(async () => ({ name: `Clay ${(names += 1)}` })),
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
  'POST /api/media/category': byModel(async () => ({ name: `Wheel ${(names += 1)}` })),
  'POST /api/media/category/update': byModel(async (world) => ({
    id: await category(world),
    name: `Shelf ${(names += 1)}`,
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
  'GET /api/get_all_theme_3_settings': async () => ({}),
  'POST /api/get_all_theme_3_settings': asGuest({}),
  'GET /api/app_settings/get_all_theme_3_settings': async () => ({}),
  'POST /api/ccbill/charge_by_previous': async (world) => {
    const fan = await world.member();
    return {
      as: fan,
      body: {
        blogId: await world.post('luna'),
        amount: 9,
        recurring: false,
        email: fan.email,
        action: 'blog',
        blogType: 'photo',
        title: 'A post',
        ribbon_text: '',
        promotion_id: '',
        is_promotion_applied: false,
      },
    };
  },
  'POST /api/ccbill/subscribe-with-card': async (world) => {
    const fan = await world.fresh();
    const card = { ...holder, month: '04', year: '2030', card_type: 'visa' };
    return {
      as: fan,
      body: { ...card, email: fan.email, action: 'subscribe', userId: fan.id, token: await world.token() },
    };
  },
  'POST /api/users/get_users_list': async (world) => {
    await world.member();
    return { as: model(world), query: { page_num: 1, view: 'all' }, body: {} };
  },
  'GET /api/admin/get_transactions_details': async (world) => ({ as: model(world) }),
  'GET /api/app_settings/get': async (world) => ({ as: world.people.luna.admin }),
  'POST /api/app_settings/upload-theme-image': onMedium((id) => ({ media_id: id })),
  'POST /api/app_settings/upload_theme_background_image': onMedium((id) => ({ media_id: id })),
};
