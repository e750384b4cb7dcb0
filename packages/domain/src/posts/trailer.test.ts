import { describe, expect, it } from 'vitest';
import { givesAway, trailerStretch, type ComparedFile } from './trailer.ts';

describe('the stretch of a film that becomes its trailer', () => {
  it.each([
    ['15 s from where it was wanted', 60_000, 12_000, { startMs: 12_000, lengthMs: 15_000 }],
    ['no more than half of a short film', 20_000, 3_000, { startMs: 3_000, lengthMs: 10_000 }],
    ['15 s of a film of 30 s', 30_000, 15_000, { startMs: 15_000, lengthMs: 15_000 }],
    ['up to the end of the film when it was wanted later', 60_000, 59_000, { startMs: 45_000, lengthMs: 15_000 }],
    ['from the beginning when it was wanted before that', 60_000, -5, { startMs: 0, lengthMs: 15_000 }],
  ])('is %s', (_what, durationMs, wanted, stretch) => {
    expect(trailerStretch({ durationMs }, wanted)).toEqual(stretch);
  });
});

describe('a preview', () => {
  const photo = (id: string, over: Partial<ComparedFile> = {}): ComparedFile => ({
    id,
    kind: 'photo',
    digest: `digest of ${id}`,
    bytes: 100,
    ...over,
  });
  const film = (id: string, over: Partial<ComparedFile> = {}): ComparedFile => ({ ...photo(id, over), kind: 'video' });
  it.each([
    ['the film that is sold', [film('a')], film('a'), true],
    ['a film among photos that are sold too', [photo('b'), film('a')], film('a'), true],
    ['the only photo that is sold', [photo('a')], photo('a'), true],
    ['the same bytes, uploaded again', [film('a', { digest: 'd' })], film('other', { digest: 'd' }), true],
    ['as many bytes, while nobody knows yet which', [film('a', { digest: null })], film('other'), true],
  ])('gives away %s', (_what, sold, preview, isGiven) => {
    expect(givesAway(sold, preview)).toBe(isGiven);
  });
  it.each([
    ['one photo of several', [photo('a'), photo('b')], photo('a')],
    ['another film', [film('a')], film('trailer')],
    [
      'another film whose size nobody knows',
      [film('a', { digest: null, bytes: null })],
      film('trailer', { digest: null, bytes: null }),
    ],
    ['a photo with as many bytes as a film', [film('a', { digest: null })], photo('b')],
  ])('gives nothing away that is %s', (_what, sold, preview) => {
    expect(givesAway(sold, preview)).toBe(false);
  });
});
