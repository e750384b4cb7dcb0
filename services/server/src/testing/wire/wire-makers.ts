import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import type { TestPerson } from '../people.ts';
import { copyOfReady, makePost, put, smallPhoto } from '../posting.ts';
import type { MoneyWorld } from '../money-world.ts';

export interface Ask {
  readonly as?: TestPerson;
  readonly path?: string;
  readonly body?: object;
  readonly query?: Record<string, string | number>;
  readonly form?: readonly Buffer[];
  /** The name of the form's files where the documents give one. */
  readonly field?: string;
}
export type Example = (world: MoneyWorld) => Promise<Ask>;

const boundary = 'edge-of-a-part';
export const formType = `multipart/form-data; boundary=${boundary}`;
export const formBody = (files: readonly Buffer[], field = 'file'): Buffer =>
  Buffer.concat([
    ...files.flatMap((bytes, at) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}${at || ''}"; filename="bowl.png"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export const model = (world: MoneyWorld) => world.people.luna.model;
export const byModel =
  (more: (world: MoneyWorld) => Promise<object> = async () => ({})): Example =>
  async (world) => ({ as: model(world), body: await more(world) });
export const asGuest =
  (body: object): Example =>
  async () => ({ body });
export const onPost = (
  fields: (post: { _id: string; media: Array<{ _id: string; url: string }> }) => object,
  over: object = {},
): Example => byModel(async (world) => fields(await makePost(world, model(world), { ...over })));
export const onMedium = (fields: (id: string) => object): Example =>
  byModel(async (world) => fields(await copyOfReady(world, model(world))));

export async function sentFile(world: MoneyWorld): Promise<string> {
  const { body } = await world.call('POST /api/upload/generate_presigned_url', {
    as: model(world),
    body: { file_name: 'bowl.jpg', content_type: 'image/jpg', media_type: 'photo' },
  });
  await put(world, body.presigned_url, await smallPhoto(), 'image/jpg');
  return body.file_name as string;
}
export const newPost = async (world: MoneyWorld): Promise<object> => ({
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
export const comment = async (world: MoneyWorld): Promise<{ blog: string; comment: string; fan: TestPerson }> => {
  const fan = await world.member();
  const post = await makePost(world, model(world), { visibility: 'public' });
  const { body } = await world.call('POST /api/blog/save-blog-comment', {
    as: fan,
    body: { blog_id: post._id, comment: 'Lovely' },
  });
  return { blog: post._id, comment: body.data.comment._id, fan };
};
export const category = async (world: MoneyWorld): Promise<string> =>
  (await world.call('POST /api/media/category', { as: model(world), body: { name: `Kiln ${nextName()}` } })).body.data
    ._id as string;
export const tag = async (world: MoneyWorld): Promise<string> =>
  (await world.call('POST /api/feed-tags/add-or-update', { as: model(world), body: { name: `Glaze ${nextName()}` } }))
    .body.data._id as string;
export const couponTerms = {
  discount_type: 'percentage',
  discount_value_for_initial: 50,
  discount_value_for_recurring: 10,
} as const;
export const coupon = async (world: MoneyWorld): Promise<{ _id: string; code: string }> => {
  const body = { ...couponTerms, code: `SPRING-${nextName()}` };
  const { data } = (await world.call('POST /api/coupon/add', { as: model(world), body })).body;
  return { _id: data._id, code: data.code };
};
let names = 0;
/** A number that no other name has. */
export const nextName = (): number => (names += 1);

export async function resetToken(world: MoneyWorld): Promise<string> {
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

export const holder = {
  address: '1 Main',
  country: 'US',
  state: 'AZ',
  city: 'Tempe',
  pincode: '85281',
  firstName: 'Ada',
  lastName: 'Test',
};
export function cardOf(): Example {
  return async (world) => {
    const as = await world.member();
    const { body } = await world.call('GET /api/v2/get-payment-card', { as });
    return { as, body: { card_id: body.data[0]._id } };
  };
}
