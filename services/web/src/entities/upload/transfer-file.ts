import { api, ApiError } from '../../lib/api.ts';
import { mediaTypeOf, putTypeOf } from './chosen-files.ts';
import { type PartsPlan, putFile, putParts, PutRefused, type Transfer } from './put-file.ts';
import { isUnanswered } from './upload-failure.ts';
import type { UploadItem } from './upload-item.ts';

/** Milliseconds before it is tried again where no answer came: lines break for a moment, on phones above all. */
const pauses = [1500, 5000] as const;

interface Watch {
  /** The server has given it an id. */
  readonly onNamed: (mediaId: string, isInParts: boolean) => void;
  readonly onProgress: (bytes: number) => void;
}

/**
 * One file's way to the storage: an address for it, its bytes in one piece or in parts, and the word that they are
 * there. What an earlier page or try has sent is not sent again.
 */
export function transferFile(item: UploadItem, file: File, { onNamed, onProgress }: Watch): Transfer {
  let isStopped = false;
  let inner: Transfer | null = null;
  let known: Pick<UploadItem, 'mediaId' | 'isInParts'> = item;
  const run = async (transfer: Transfer): Promise<void> => {
    inner = transfer;
    if (isStopped) transfer.stop();
    await transfer.done;
  };
  const orStop = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer;
    if (isStopped) throw null;
    return given;
  };
  const inParts = (mediaId: string, plan: PartsPlan): Promise<void> =>
    run(putParts({ file, ...plan, onProgress, addressesOf: (parts) => addressesOf(mediaId, parts) }));

  async function go(): Promise<void> {
    const before = await orStop(whatIsThere(known));
    if (before === 'arrived') return;
    let { mediaId } = known;
    if (before !== null && mediaId !== null) await inParts(mediaId, before);
    else {
      const { data, message } = await orStop(askForAddress(item, file));
      // POST-105: nowhere to send it to.
      if (data.presigned_url === '' && data.multipart === null)
        throw new PutRefused(200, 'upload-image-error', message);
      mediaId = data.media_id;
      known = { mediaId, isInParts: data.multipart !== null };
      onNamed(mediaId, data.multipart !== null);
      if (data.multipart === null) await run(putFile(data.presigned_url, file, putTypeOf(item.type), onProgress));
      else
        await inParts(mediaId, {
          partSize: data.multipart.part_size,
          partsCount: data.multipart.parts_count,
          uploaded: [],
        });
    }
    // A storage that is not ours does not tell the server by itself.
    await orStop(api('POST /api/upload/complete', { body: { media_id: mediaId } }));
  }
  async function goOn(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await go();
      } catch (error) {
        const pause = pauses[tries];
        if (isStopped || error === null) throw null;
        if (pause === undefined || !isUnanswered(error)) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
        });
        if (isStopped) throw null;
      }
    }
  }
  return {
    done: goOn(),
    stop: () => {
      isStopped = true;
      inner?.stop();
    },
  };
}

async function askForAddress(item: UploadItem, file: File) {
  try {
    return await api('POST /api/upload/generate_presigned_url', {
      body: {
        file_name: file.name,
        content_type: item.type,
        media_type: mediaTypeOf(item.type),
        size: file.size,
        category: item.category ?? 'blog',
        ...(item.mediaCategoryId ? { media_category_id: item.mediaCategoryId } : {}),
      },
    });
  } catch (error) {
    // POST-104: for whoever looks after the site; the person reads it at the file.
    // oxlint-disable-next-line no-console -- it is the log that the rule asks for
    if (error instanceof ApiError) console.warn('upload address refused', error.code, error.requestId);
    throw error;
  }
}

/** What an earlier try left at the server: parts to go on from, all of it, or nothing. */
async function whatIsThere({
  mediaId,
  isInParts = false,
}: Pick<UploadItem, 'mediaId' | 'isInParts'>): Promise<PartsPlan | 'arrived' | null> {
  if (mediaId === null) return null;
  try {
    if (isInParts) {
      const { data } = await api('POST /api/upload/multipart/status', { body: { media_id: mediaId } });
      if (data.state === 'processing' || data.state === 'ready') return 'arrived';
      return data.state === 'waiting'
        ? { partSize: data.part_size, partsCount: data.parts_count, uploaded: data.uploaded }
        : null;
    }
    const { data } = await api('POST /api/upload/states', { body: { ids: [mediaId] } });
    return data[0]?.state === 'processing' || data[0]?.state === 'ready' ? 'arrived' : null;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}

async function addressesOf(mediaId: string, parts: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { data } = await api('POST /api/upload/multipart/parts', {
    body: { media_id: mediaId, part_numbers: [...parts] },
  });
  return new Map(data.map(({ part_number: number, url }) => [number, url]));
}

/** The server lets go of what it holds of a file that is not wanted any more. */
export const abandonUpload = (mediaId: string): void => {
  void api('POST /api/upload/abort', { body: { media_id: mediaId } }).catch(() => {});
};
