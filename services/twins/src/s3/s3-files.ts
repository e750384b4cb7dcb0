import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error } from './s3-error.ts';

export interface KeptFile {
  readonly file: string;
  readonly size: number;
  /** Quoted. */ readonly etag: string;
  readonly sha256: string;
  readonly md5: string;
}
export interface KeptObject extends KeptFile {
  readonly contentType: string;
  readonly modifiedAt: Date;
}
export interface KeptUpload {
  readonly id: string;
  readonly key: string;
  readonly contentType: string;
  readonly begunAt: Date;
  readonly parts: Map<number, KeptFile & { readonly modifiedAt: Date }>;
}

/** S3's least for a part that is not the last. */
const LEAST_PART = 5 * 1024 * 1024;

/** What the twin keeps: metadata in memory, bytes in files of one folder. */
export class S3Files {
  readonly objects = new Map<string, KeptObject>();
  readonly uploads = new Map<string, KeptUpload>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async receive(body: Readable): Promise<KeptFile> {
    const file = this.#fresh();
    const [sha256, md5] = [createHash('sha256'), createHash('md5')];
    let size = 0;
    await pipeline(
      body,
      async function* measure(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sha256.update(chunk);
          md5.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(file),
    ).catch(async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    });
    const digest = md5.digest();
    return {
      file,
      size,
      etag: `"${digest.toString('hex')}"`,
      sha256: sha256.digest('hex'),
      md5: digest.toString('base64'),
    };
  }

  async copy(from: KeptObject): Promise<KeptFile> {
    const file = this.#fresh();
    await copyFile(from.file, file);
    return { ...from, file };
  }

  async put(key: string, object: KeptObject): Promise<void> {
    const former = this.objects.get(key);
    this.objects.set(key, object);
    if (former) await rm(former.file, { force: true });
  }

  async remove(key: string): Promise<void> {
    const former = this.objects.get(key);
    this.objects.delete(key);
    if (former) await rm(former.file, { force: true });
  }

  begin(key: string, contentType: string, now: Date): KeptUpload {
    const upload = { id: randomBytes(24).toString('base64url'), key, contentType, begunAt: now, parts: new Map() };
    this.uploads.set(upload.id, upload);
    return upload;
  }

  /** Of this key; S3 knows an upload by both. */
  upload(id: string, key: string): KeptUpload {
    const upload = this.uploads.get(id);
    if (upload === undefined || upload.key !== key)
      throw new S3Error('NoSuchUpload', 'The specified multipart upload does not exist.');
    return upload;
  }

  async complete(
    upload: KeptUpload,
    wanted: ReadonlyArray<{ number: number; etag: string }>,
    now: Date,
  ): Promise<KeptObject> {
    if (wanted.length === 0) throw new S3Error('MalformedXML', 'You must specify at least one part');
    if (wanted.some(({ number }, at) => at > 0 && number <= wanted[at - 1]!.number))
      throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
    const parts = wanted.map(({ number, etag }) => {
      const part = upload.parts.get(number);
      if (part === undefined || part.etag.replaceAll('"', '') !== etag.replaceAll('"', ''))
        throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
      return part;
    });
    if (parts.slice(0, -1).some(({ size }) => size < LEAST_PART))
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    // From here on nobody else may complete it or send to it.
    this.uploads.delete(upload.id);
    const file = this.#fresh();
    for (const part of parts) await pipeline(createReadStream(part.file), createWriteStream(file, { flags: 'a' }));
    const etag = createHash('md5')
      .update(Buffer.concat(parts.map(({ md5 }) => Buffer.from(md5, 'base64'))))
      .digest('hex');
    const object: KeptObject = {
      file,
      etag: `"${etag}-${parts.length}"`,
      size: parts.reduce((sum, { size }) => sum + size, 0),
      sha256: '',
      md5: '',
      contentType: upload.contentType,
      modifiedAt: now,
    };
    await this.put(upload.key, object);
    await this.#drop(upload);
    return object;
  }

  async abort(upload: KeptUpload): Promise<void> {
    this.uploads.delete(upload.id);
    await this.#drop(upload);
  }

  async #drop(upload: KeptUpload): Promise<void> {
    for (const { file } of upload.parts.values()) await rm(file, { force: true });
  }

  #fresh(): string {
    return join(this.#folder, randomBytes(12).toString('hex'));
  }
}
