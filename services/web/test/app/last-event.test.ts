import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepLastEvent, lastEventOf } from '../../src/lib/live/last-event.ts';

const storage = new Map<string, string>();
const keepAt = (at: number, id: number): void => {
  vi.setSystemTime(at);
  keepLastEvent('ann', id);
};

beforeEach(() => {
  storage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('the last event that a person has seen', () => {
  it('is the last that came before the page was asked for: what the page before it heard since is told again', () => {
    keepAt(500, 7);
    keepAt(900, 8);
    keepAt(1100, 9);
    expect(lastEventOf('ann', 1000)).toBe(8);
    expect(lastEventOf('ann', 1200)).toBe(9);
  });

  it('is the oldest known where all came later, and none for somebody who has seen none', () => {
    keepAt(1100, 8);
    keepAt(1200, 9);
    expect(lastEventOf('ann', 1000)).toBe(8);
    expect(lastEventOf('ben', 1000)).toBeNull();
  });

  it('takes a few kilobytes at most, and tells too much rather than too little', () => {
    keepAt(10, 1);
    for (let id = 2; id <= 200; id += 1) keepAt(1000 + id, id);
    expect(storage.get('last-event-ann')!.length).toBeLessThan(2000);
    expect(lastEventOf('ann', 1000)).toBe(1);
    expect(lastEventOf('ann', 5000)).toBe(200);
  });

  it('reads the number that the release before has written, and passes over what is none', () => {
    storage.set('last-event-ann', '41');
    expect(lastEventOf('ann', 1000)).toBe(41);
    keepAt(1100, 42);
    expect(lastEventOf('ann', 1000)).toBe(41);
    for (const broken of ['', 'x', '-1', '[[1.5,2]]', '{}', '[3]', 'null']) {
      storage.set('last-event-ann', broken);
      expect(lastEventOf('ann', 1000)).toBeNull();
    }
  });
});
