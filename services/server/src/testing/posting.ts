import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { scene } from '@backlot/media/testing/made-photos';
import type { TestPerson } from './people.ts';
import type { CallOptions, World } from './world.ts';

let photo: Promise<Buffer> | null = null;
/** One small photo for a whole file of tests. */
export const smallPhoto = (): Promise<Buffer> => (photo ??= scene(700, 500));

/** Announces a file and sends its bytes, as the page does; answers the PUT. */
export async function upload(world: World, as: TestPerson, bytes: Buffer, name = 'photo.png', type = 'image/png') {
  const presigned = await world.call('POST /api/upload/generate_presigned_url', {
    as,
    body: { file_name: name, content_type: type, media_type: 'photo', size: bytes.length },
  });
  if (presigned.status !== 200) return { id: '', url: '', presigned, put: null };
  const url: string = presigned.body.data.presigned_url;
  return { id: presigned.body.data.media_id as string, url, presigned, put: await put(world, url, bytes, type) };
}

export async function put(world: World, url: string, bytes: Buffer, type = 'image/png') {
  const { host, pathname } = new URL(url);
  const answer = await world.app.inject({
    method: 'PUT',
    url: pathname,
    payload: bytes,
    headers: { host, 'content-type': type },
    remoteAddress: '203.0.113.7',
  });
  return { status: answer.statusCode, body: answer.json() as any };
}

/** An uploaded photo with all its sizes. */
export async function readyPhoto(world: World, as: TestPerson, bytes?: Buffer): Promise<string> {
  const { id } = await upload(world, as, bytes ?? (await smallPhoto()));
  await world.runJobs();
  return id;
}

/** A post of one picture, made as the site's creator makes it. */
export async function makePost(
  world: World,
  as: TestPerson,
  over: Record<string, unknown> = {},
  options: Partial<CallOptions> = {},
) {
  const body = { description: 'A bowl', visibility: 'locked', amount: 20, ...over };
  const answer = await world.call('POST /api/blog/add-new-blog', {
    as,
    body: { media_item: [await copyOfReady(world, as)], ...body },
    ...options,
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.result;
}

const made = new WeakMap<object, Map<string, Promise<string>>>();

/** A ready photo without running the pipeline again: its row is copied, its objects are shared, its original counts as another. */
export async function copyOfReady(world: World, as: TestPerson): Promise<string> {
  const bySite = made.get(world) ?? new Map<string, Promise<string>>();
  made.set(world, bySite);
  const first = bySite.get(as.tenant.id) ?? readyPhoto(world, as);
  bySite.set(as.tenant.id, first);
  const id = v7();
  const source = await first;
  await world.database.tenants.write(as.tenant, (db) =>
    sql`
      insert into ${table('media')}
      select (jsonb_populate_record(m, jsonb_build_object('id', ${id}::uuid, 'sha256', ${id}::text))).*
      from ${table('media')} m where id = ${source}`.run(db),
  );
  return id;
}

/** Makes somebody a member, by whatever way: access asks the row. */
export async function subscribe(
  world: World,
  person: TestPerson,
  until = new Date(world.clock.now().getTime() + 30 * 86_400_000),
): Promise<void> {
  await world.database.tenants.write(person.tenant, (db) => insertMembership(db, person.id, world.clock.now(), until));
}

/** As `subscribe`, for who is in a transaction anyway. */
export async function insertMembership(db: TenantDb, userId: string, now: Date, until: Date): Promise<void> {
  await db('subscriptions').insert({
    id: v7(),
    user_id: userId,
    anchor_at: now,
    months: 1,
    started_at: now,
    ends_at: until,
    initial_minor: 1999,
    recurring_minor: 1999,
    currency: 'USD',
    status: '2',
    status_until: until,
    updated_at: now,
  });
}

/** Gives somebody a post, with the transaction that says why. */
export async function give(world: World, person: TestPerson, postId: string): Promise<void> {
  const { postTransaction, grantEntitlement } = await import('../features/ledger/index.ts');
  const now = world.clock.now();
  await world.database.tenants.write(person.tenant, async (db) => {
    const transactionId = await postTransaction(db, {
      kind: 'sale',
      cause: { type: 'attempt', id: v7() },
      userId: person.id,
      currency: 'USD',
      at: now,
      entries: [
        { account: { kind: 'provider_clearing', detail: 'sandbox' }, amountMinor: 2000 },
        { account: { kind: 'post_revenue' }, amountMinor: -2000 },
      ],
    });
    await grantEntitlement(db, { userId: person.id, kind: 'post', contentId: postId, transactionId, now });
  });
}
