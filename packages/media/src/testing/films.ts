import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createFilmPipeline, type FilmPipelineOptions } from '../film/film.ts';
import type { FilmJob, FilmOutcome } from '../film/film-job.ts';
import { filmKeys, type FilmManifest, type FilmObjectName } from '../film/film-plan.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { newStorageRandom, type Storage, storageKey } from '../storage/storage.ts';
import { look } from './made-films.ts';

export interface FilmFolder {
  /** With a folder `work` for the pipeline, and a store. */
  readonly folder: string;
  readonly storage: Storage;
}

interface Streams {
  streams: {
    codec_type: string;
    codec_name: string;
    width?: number;
    height?: number;
    pix_fmt?: string;
    [other: string]: unknown;
  }[];
  format: { duration: string; tags?: Record<string, string> };
}

export async function openFilmFolder(): Promise<FilmFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'films-'));
  await mkdir(join(folder, 'work'));
  return { folder, storage: await openDiskStorage({ root: join(folder, 'store') }) };
}

export const sizes = ({ film }: FilmManifest) =>
  film.renditions.map(({ name, width, height }) => `${name} ${width}x${height}`);

const tenant = { id: 'abc123def456' };

/** Films made in a folder and looked at. The folder may be opened later than this is called. */
export function filmsIn(open: () => FilmFolder) {
  async function jobOf(original: Buffer): Promise<FilmJob> {
    const source = storageKey(tenant, 'original', newStorageRandom());
    await open().storage.put(source, original, { contentType: 'application/octet-stream', maxBytes: 5e9 });
    return { source, keyFor: filmKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() }) };
  }
  const pipelineWith = (options: Partial<FilmPipelineOptions> = {}) =>
    createFilmPipeline({ storage: open().storage, workFolder: join(open().folder, 'work'), ...options });
  const processed = async (original: Buffer): Promise<FilmOutcome> => pipelineWith().process(await jobOf(original));
  async function ready(
    job: FilmJob,
    options: Partial<FilmPipelineOptions> = {},
    onProgress?: (percent: number) => void,
  ): Promise<FilmManifest> {
    const outcome = await pipelineWith(options).process(job, onProgress ? { onProgress } : {});
    if (!outcome.ready) throw new Error(`${outcome.reason}: ${outcome.detail}`);
    return outcome.film;
  }
  const bytesOf = async (job: FilmJob, name: FilmObjectName): Promise<Buffer> =>
    buffer((await open().storage.open(job.keyFor(name)))!.stream);
  /** As a local file, for ffprobe. */
  async function fileOf(job: FilmJob, name: FilmObjectName): Promise<string> {
    const path = join(open().folder, newStorageRandom());
    await writeFile(path, await bytesOf(job, name));
    return path;
  }
  const streamsOf = async (job: FilmJob, name: FilmObjectName): Promise<Streams> =>
    (await look(
      await fileOf(job, name),
      'format=duration:format_tags:stream=codec_type,codec_name,width,height,pix_fmt,sample_aspect_ratio,color_transfer,profile:stream_tags:stream_side_data',
    )) as unknown as Streams;
  const videoOf = async (job: FilmJob, name: FilmObjectName) =>
    (await streamsOf(job, name)).streams.find((one) => one.codec_type === 'video')!;
  return { jobOf, pipelineWith, processed, ready, bytesOf, fileOf, streamsOf, videoOf };
}
