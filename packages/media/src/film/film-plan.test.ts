import { describe, expect, it } from 'vitest';
import { filmKeys, filmObjectNames, planRenditions, planSprite } from './film-plan.ts';
import { lengthOf, peakBandwidth, writePlaylist } from './film-segments.ts';
import { newStorageRandom } from '../storage/storage.ts';

const ladder = (width: number, height: number) =>
  planRenditions({ width, height }).map((one) => `${one.name} ${one.width}x${one.height}`);

describe('the qualities of a film', () => {
  it.each([
    [
      [1920, 1080],
      ['h360 640x360', 'h540 960x540', 'h720 1280x720', 'h1080 1920x1080'],
    ],
    [
      [3840, 2160],
      ['h360 640x360', 'h540 960x540', 'h720 1280x720', 'h1080 1920x1080'],
    ],
    [
      [1280, 720],
      ['h360 640x360', 'h540 960x540', 'h720 1280x720'],
    ],
    // Standing, as telephones film: the box stands too.
    [
      [1080, 1920],
      ['h360 360x640', 'h540 540x960', 'h720 720x1280', 'h1080 1080x1920'],
    ],
    // Of the cinema: as wide as the step.
    [
      [1920, 804],
      ['h360 640x268', 'h540 960x402', 'h720 1280x536', 'h1080 1920x804'],
    ],
    [
      [1440, 1080],
      ['h360 480x360', 'h540 720x540', 'h720 960x720', 'h1080 1440x1080'],
    ],
    // Between two steps: its own size in the upper one, if that is worth it.
    [
      [854, 480],
      ['h360 640x360', 'h540 854x480'],
    ],
    [[700, 400], ['h360 630x360']],
    [[320, 180], ['h360 320x180']],
    [[101, 75], ['h360 100x74']],
    [[16, 16], ['h360 16x16']],
  ])('of %j are %j', ([width, height], expected) => {
    expect(ladder(width!, height!)).toEqual(expected);
  });

  it('are even in size, ascending, and none larger than the film', () => {
    for (let width = 16; width < 2600; width += 37) {
      for (const height of [16, 99, 360, 541, 1081, 2003]) {
        const made = planRenditions({ width, height });
        expect(made.length).toBeGreaterThan(0);
        for (const [i, one] of made.entries()) {
          expect((one.width % 2) + (one.height % 2)).toBe(0);
          expect(one.width <= width && one.height <= height).toBe(true);
          expect(one.width * one.height).toBeGreaterThan((made[i - 1]?.width ?? 0) * (made[i - 1]?.height ?? 0));
        }
      }
    }
  });
});

describe('the sprite of a film', () => {
  it('has a frame a second, of long films a hundred', () => {
    expect(planSprite({ width: 1280, height: 720 }, 900)).toMatchObject({
      frames: 1,
      columns: 1,
      rows: 1,
      intervalMs: 1000,
      width: 160,
      height: 90,
    });
    expect(planSprite({ width: 720, height: 1280 }, 34_400)).toMatchObject({
      frames: 35,
      columns: 10,
      rows: 4,
      width: 90,
      height: 160,
    });
    expect(planSprite({ width: 1280, height: 720 }, 2 * 3600_000)).toMatchObject({
      frames: 100,
      columns: 10,
      rows: 10,
      intervalMs: 72_000,
    });
  });
});

describe('the objects of a film', () => {
  it('have keys under two randoms, the blur alone in the public area', () => {
    const keyFor = filmKeys({ id: 'abc123def456' }, { private: newStorageRandom(), public: newStorageRandom() });
    expect(new Set(filmObjectNames.map(keyFor)).size).toBe(filmObjectNames.length);
    for (const name of filmObjectNames) expect(keyFor(name).split('/')[1]).toBe(name === 'blur' ? 'public' : 'private');
  });
});

describe('a playlist', () => {
  const film = {
    head: Buffer.alloc(1352),
    segments: [
      { start: 1352, bytes: 500_000, seconds: 4.004 },
      { start: 501_352, bytes: 90_000, seconds: 0.04 },
    ],
  };

  it('names the one file by byte ranges', () => {
    expect(writePlaylist(film, 'h360').split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:5',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="h360",BYTERANGE="1352@0"',
      '#EXTINF:4.004000,',
      '#EXT-X-BYTERANGE:500000@1352',
      'h360',
      '#EXTINF:0.040000,',
      '#EXT-X-BYTERANGE:90000@501352',
      'h360',
      '#EXT-X-ENDLIST',
      '',
    ]);
    expect(lengthOf(film)).toBeCloseTo(4.044);
  });

  it('tells the peak rate, for which a last bit does not count', () => {
    expect(peakBandwidth(film)).toBe(Math.ceil(4_000_000 / 4.004));
  });
});
