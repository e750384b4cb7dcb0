import type { TenantDb } from '@backlot/database';
import { expect, it } from 'vitest';
import { append } from '../../src/jobs/append.ts';
import { features } from '../../src/features.ts';
import { job, scheduledJob } from '../../src/jobs/job.ts';
import { later } from '../../src/jobs/later.ts';
import { sourceFiles } from '../../src/testing/table-uses.ts';

// Checked by the compiler: an expectation that no longer holds is an error of its own.
export function wrongNames(db: TenantDb): unknown {
  return [
    () => later(db, 'forget-card', { cardId: '1' }),
    // @ts-expect-error a job that nobody declared
    () => later(db, 'forget-cards', { cardId: '1' }),
    // @ts-expect-error another job's payload
    () => later(db, 'forget-card', { mediaId: '1' }),
    // @ts-expect-error a part of the payload is missing
    () => later(db, 'send-mail', { kind: 'welcome', userId: '1' }),
    // @ts-expect-error what the clock enqueues, nobody else does
    () => later(db, 'purge-media', {}),
    // @ts-expect-error a handler of a job that nobody declared
    () => job({ name: 'forget-cards', run: async () => undefined }),
    // @ts-expect-error a handler that reads what its job is not told
    () => job({ name: 'forget-card', run: async ({ payload: { mediaId } }) => void mediaId }),
    // @ts-expect-error a job of the clock without a time
    () => scheduledJob({ name: 'forget-more', run: async () => undefined }),
    () => append(db, 'user:1', 'POST_READY', { postId: '1', title: '' }),
    // @ts-expect-error an event that is not in the contract
    () => append(db, 'user:1', 'POST_GONE', { postId: '1' }),
    // @ts-expect-error another event's payload
    () => append(db, 'user:1', 'POST_READY', { mediaId: '1', progress: 3 }),
    // @ts-expect-error an event that is told in passing has no number
    () => append(db, 'user:1', 'MEDIA_PROGRESS', { mediaId: '1', progress: 3 }),
    // @ts-expect-error a stream of nobody
    () => append(db, '1', 'POST_READY', { postId: '1', title: '' }),
  ];
}

const sources = sourceFiles();
const handled = features.flatMap(({ jobs = [] }) => jobs);

it('a wrong name or payload of a job or an event does not compile', () => {
  expect(wrongNames).toBeTypeOf('function');
});

it('every job that is declared has one handler, and is enqueued somewhere', () => {
  const declared = sources.flatMap(({ code }) =>
    [...code.matchAll(/interface JobPayloads \{([^}]*(?:\{[^}]*\}[^}]*)*)\}\s*\}/g)].flatMap(([, body = '']) =>
      [...body.matchAll(/'([a-z-]+)':/g)].map(([, name]) => name ?? ''),
    ),
  );
  const enqueued = new Set(
    sources.flatMap(({ code }) => [
      ...[...code.matchAll(/\blater(?:With)?\(\s*db,\s*(?:events,\s*)?'([a-z-]+)'/g)].map(([, name]) => name ?? ''),
      // A kind of media has its own job: `later(db, jobs[kind], …)`.
      ...[...code.matchAll(/: '(remake-[a-z]+)'/g)].map(([, name]) => name ?? ''),
    ]),
  );
  expect(
    handled
      .filter((one) => !('schedule' in one))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(declared.toSorted());
  expect([...enqueued].toSorted()).toEqual(declared.toSorted());
});

it('no two jobs have one name', () => {
  const names = [...handled, ...features.flatMap(({ platformJobs = [] }) => platformJobs)].map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

it('jobs and events are enqueued by their typed functions alone', () => {
  const others = sources.filter(({ code }) => /\b(?:enqueueJob|appendEvent)\b/.test(code)).map(({ file }) => file);
  expect(others.toSorted()).toEqual(['jobs/append.ts', 'jobs/later.ts']);
});
