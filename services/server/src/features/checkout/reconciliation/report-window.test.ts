import { describe, expect, it } from 'vitest';
import { latelyIn, nextWindow } from './report-window.ts';

const hour = 3_600_000;
const bounds = { pauseMs: hour, longestWindowMs: 24 * hour };
const now = new Date('2026-03-10T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * hour);

describe('the window of the next request for a report', () => {
  it.each([
    ['the first of an account that was opened now ends now', 0, 24, 0],
    ['an hour after the last one it is the last day again', 1, 24, 0],
    ['after 23 hours without an answer it still reaches what was read', 23, 24, 0],
    ['after more it follows on what was read, with an hour of overlap', 24, 25, 1],
    ['after three days it does so too, and the next goes on', 72, 73, 49],
    ['after more it gives up what was missed', 73, 24, 0],
  ])('%s', (_what, readUntil, from, to) => {
    expect(nextWindow(hoursAgo(readUntil), bounds, now)).toEqual({
      from: hoursAgo(from),
      to: hoursAgo(to),
    });
  });

  it('one that was not answered is asked again sooner, where its provider may be', () => {
    expect(latelyIn({ ...bounds, pauseMs: 6 * hour, retryMs: hour }, now)).toEqual({
      before: hoursAgo(6),
      retryBefore: hoursAgo(1),
    });
  });

  it('an account is left alone for an hour at least, and for longer where its provider wants that', () => {
    const after = (more: object) => latelyIn({ ...bounds, ...more }, now);
    expect(after({ pauseMs: 0 })).toEqual({ before: hoursAgo(1), retryBefore: hoursAgo(1) });
    expect(after({ pauseMs: 2 * hour })).toEqual({ before: hoursAgo(2), retryBefore: hoursAgo(2) });
  });
});
