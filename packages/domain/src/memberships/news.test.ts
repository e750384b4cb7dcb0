import { describe, expect, it } from 'vitest';
import { newsStretch } from './news.ts';

const timeZone = 'America/Los_Angeles';
const at = (iso: string): Date => new Date(iso);
const stretch = (pace: 'never' | 'soon' | 'daily', told: string, now: string) => {
  const found = newsStretch(pace, { toldUntil: at(told), now: at(now), timeZone });
  return found && [found.from.toISOString(), found.until.toISOString()];
};

describe('news of members', () => {
  it('are never told where the site does not want them', () => {
    expect(stretch('never', '2026-05-01T15:00:00Z', '2026-05-10T15:10:00Z')).toBeNull();
  });

  it('of a day are told once it is eight on the site’s clock and what was written down is seen', () => {
    expect(stretch('daily', '2026-05-09T15:00:00Z', '2026-05-10T15:04:59Z')).toBeNull();
    expect(stretch('daily', '2026-05-09T15:00:00Z', '2026-05-10T15:05:00Z')).toEqual([
      '2026-05-09T15:00:00.000Z',
      '2026-05-10T15:00:00.000Z',
    ]);
    expect(stretch('daily', '2026-05-10T15:00:00Z', '2026-05-10T23:00:00Z')).toBeNull();
  });

  it('of a day in which the clocks change are those between eight and eight', () => {
    expect(stretch('daily', '2026-10-31T15:00:00Z', '2026-11-01T16:05:00Z')).toEqual([
      '2026-10-31T15:00:00.000Z',
      '2026-11-01T16:00:00.000Z',
    ]);
  });

  it('that were missed for days are told together, and none that is older than a week', () => {
    expect(stretch('daily', '2026-05-06T15:00:00Z', '2026-05-10T20:00:00Z')).toEqual([
      '2026-05-06T15:00:00.000Z',
      '2026-05-10T15:00:00.000Z',
    ]);
    expect(stretch('daily', '2026-01-01T15:00:00Z', '2026-05-10T20:00:00Z')?.[0]).toBe('2026-05-03T15:00:00.000Z');
  });

  it('that are wanted soon come a quarter of an hour apart at least, each once', () => {
    expect(stretch('soon', '2026-05-10T10:15:00Z', '2026-05-10T10:34:59Z')).toBeNull();
    expect(stretch('soon', '2026-05-10T10:15:00Z', '2026-05-10T10:35:00Z')).toEqual([
      '2026-05-10T10:15:00.000Z',
      '2026-05-10T10:30:00.000Z',
    ]);
  });

  it('go on where the last mail ended when the pace changes', () => {
    expect(stretch('daily', '2026-05-10T20:15:00Z', '2026-05-11T15:05:00Z')).toEqual([
      '2026-05-10T20:15:00.000Z',
      '2026-05-11T15:00:00.000Z',
    ]);
  });
});
