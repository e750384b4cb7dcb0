import type { SiteClient } from '@backlot/testing/site-client';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

interface Announced {
  readonly data: { readonly presigned_url: string; readonly media_id: string };
}
interface States {
  readonly data: ReadonlyArray<{ readonly state: string; readonly message: string | null }>;
}

/** Uploads files as the creator area does and posts them when they are ready; answers the post's id. */
export async function publishFiles(
  client: SiteClient,
  token: string,
  words: Readonly<Record<string, unknown>>,
  files: readonly SentFile[],
): Promise<string> {
  const ids = await Promise.all(files.map((file) => send(client, token, file)));
  await untilReady(client, token, ids);
  const { body } = await client.ask('POST /api/blog/add-new-blog', { token, body: { ...words, media_item: ids } });
  const answer = JSON.parse(body.toString()) as {
    success: boolean;
    message: string;
    data?: { result: { _id: string } };
  };
  if (!answer.data) throw new Error(`The post was refused: ${answer.message}`);
  return answer.data.result._id;
}

async function send(client: SiteClient, token: string, { name, type, bytes }: SentFile): Promise<string> {
  const { data } = (await client.call('POST /api/upload/generate_presigned_url', {
    token,
    body: {
      file_name: name,
      content_type: type,
      media_type: type.startsWith('video') ? 'video' : 'photo',
      size: bytes.length,
      category: 'blog',
    },
  })) as unknown as Announced;
  const status = await put(data.presigned_url, type, bytes);
  if (status !== 200) throw new Error(`${name} was refused with ${status}.`);
  return data.media_id;
}

/** Node does not resolve names under localhost by itself. */
const put = (url: string, type: string, bytes: Buffer): Promise<number> =>
  new Promise((done, failed) => {
    const { host, port, pathname, search } = new URL(url);
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: `${pathname}${search}`,
        method: 'PUT',
        headers: { host, 'content-type': type, 'content-length': bytes.length },
      },
      (answer) => {
        answer.resume();
        done(answer.statusCode ?? 0);
      },
    );
    sent.on('error', failed);
    sent.end(bytes);
  });

async function untilReady(client: SiteClient, token: string, ids: readonly string[]): Promise<void> {
  for (let waits = 0; waits < 600; waits += 1) {
    const { data } = (await client.call('POST /api/upload/states', { token, body: { ids } })) as unknown as States;
    const failed = data.find(({ state }) => state === 'error');
    if (failed) throw new Error(`A file was refused: ${failed.message}`);
    if (data.every(({ state }) => state === 'ready')) return;
    await sleep(150);
  }
  throw new Error('The files did not become ready.');
}
