import { isAnyPending } from '@backlot/database/site-rows';
import { newStorageRandom, type Storage, storageKey } from '@backlot/media/storage/storage';
import { findFilmTools } from '@backlot/media/film/film-tools';
import type { AppContext } from '../context.ts';
import type { JobRunner } from '../jobs/runner.ts';

/** `elsewhere`: this process leaves jobs to others. `away`: it goes on without. */
export type PartState = boolean | 'elsewhere' | 'away';

export interface Readiness {
  /** No part is out of order. */
  readonly ready: boolean;
  readonly parts: Readonly<Record<'database' | 'migrations' | 'jobs' | 'media' | 'bus', PartState>>;
  /** Why a part is out of order, for whoever runs the deployment; may name paths. */
  readonly notes: Readonly<Record<string, string>>;
}

const busNames = { memory: 'memory', database: 'the database', redis: 'Redis (REDIS_URL)' } as const;
const awayNote = 'processes ask the database every second, and the others hear of what has no row when it is back.';

/** A probe writes, and S3 counts requests: what it found is good for so long. */
const PROBE_MS = 15_000;
/** A part that hangs is out of order: whoever watches the deployment must hear that, and not wait as well. */
const PROBE_LIMIT_MS = 5_000;
/** No tenant has this id: nothing of anybody lies beside the probe. */
const nobody = { id: '000000000000' };

/** Looks at every part that a request or a job may need. */
export function openReadiness(ctx: AppContext, runner: () => JobRunner | null): () => Promise<Readiness> {
  const media = remembered(() => probeMedia(ctx.storage), PROBE_MS);
  return async () => {
    const bus = ctx.bus.state();
    const [waiting, mediaFault] = await Promise.all([findWaiting(ctx), media()]);
    const parts = {
      database: waiting !== 'unreachable',
      migrations: waiting === 'none',
      jobs: ctx.config.runJobs ? (runner()?.isRunning() ?? false) : ('elsewhere' as const),
      media: mediaFault === null,
      bus: bus.isConnected || ('away' as const),
    };
    return {
      ready: !Object.values(parts).includes(false),
      parts,
      notes: {
        ...(mediaFault === null ? {} : { media: mediaFault }),
        bus: bus.isConnected ? `over ${busNames[bus.over]}` : `${busNames[bus.over]} is away: ${awayNote}`,
      },
    };
  };
}

/**
 * Asked of the database: a migration of the fleet tells nobody of each tenant. One site whose migration failed
 * runs on its old version and keeps nobody else's traffic away.
 */
async function findWaiting(ctx: AppContext): Promise<'none' | 'some' | 'unreachable'> {
  return inTime(ctx.database.shared.read(isAnyPending)).then(
    (isPending) => (isPending ? 'some' : 'none'),
    () => 'unreachable',
  );
}

/** Whether the store takes an object and gives it back, and the programs that make films answer. @returns what is wrong, or null */
export async function probeMedia(storage: Storage): Promise<string | null> {
  try {
    await inTime(writeAndRead(storage));
  } catch (error) {
    return `The store of media can't be written: ${(error as Error).message}`;
  }
  return findFilmTools().then(
    () => null,
    (error: Error) => error.message,
  );
}

async function writeAndRead(storage: Storage): Promise<void> {
  const key = storageKey(nobody, 'private', newStorageRandom());
  await storage.put(key, Buffer.from('probe'), { contentType: 'text/plain', maxBytes: 5 });
  const found = await storage.stat(key);
  await storage.remove(key);
  if (found?.size !== 5) throw new Error('what was written is not there');
}

/** @throws when the answer takes longer than a probe may */
function inTime<R>(answer: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, late) => {
    timer = setTimeout(() => late(new Error(`no answer in ${PROBE_LIMIT_MS / 1000} s`)), PROBE_LIMIT_MS);
  });
  return Promise.race([answer, limit]).finally(() => clearTimeout(timer));
}

/** One look at a time, and its result for a while. */
function remembered<R>(look: () => Promise<R>, milliseconds: number): () => Promise<R> {
  let last: { at: number; result: Promise<R> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > milliseconds) last = { at: performance.now(), result: look() };
    return last.result;
  };
}
