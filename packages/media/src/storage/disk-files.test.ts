import { describe, expect, it } from 'vitest';
import { doneTogether } from './disk-files.ts';

describe('work that many ask for', () => {
  it('is done once more for all who ask while it is done, and apart for each thing', async () => {
    const begun: string[] = [];
    const ends: Array<() => void> = [];
    const ask = doneTogether((what) => {
      begun.push(what);
      return new Promise((done) => {
        ends.push(done);
      });
    });
    const first = ask('a');
    const others = [ask('a'), ask('a'), ask('a')];
    void ask('b');
    expect(begun).toEqual(['a', 'b']);
    ends[0]!();
    await first;
    await expect.poll(() => begun).toEqual(['a', 'b', 'a']);
    const late = ask('a');
    ends[2]!();
    await Promise.all(others);
    await expect.poll(() => begun).toEqual(['a', 'b', 'a', 'a']);
    ends[3]!();
    await late;
    void ask('a');
    expect(begun).toHaveLength(5);
  });

  it('fails for those who waited for that time, and is done again for the next', async () => {
    let times = 0;
    const ask = doneTogether(async () => {
      times += 1;
      if (times === 1) throw new Error('broken disk');
    });
    const [first, second] = await Promise.allSettled([ask('a'), ask('a')]);
    expect([first?.status, second?.status, times]).toEqual(['rejected', 'fulfilled', 2]);
    await ask('a');
    expect(times).toBe(3);
  });
});
