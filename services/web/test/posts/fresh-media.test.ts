import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { renewRefusedMedia } from '../../src/lib/media/fresh-media.ts';

const site = 'abcdefghijkl';

describe('a picture whose address is too old', () => {
  const given = () => {
    const queries = new QueryClient();
    for (const key of [
      [site, 'feed', 'all'],
      [site, 'gallery', 'all'],
      [site, 'me'],
      ['another', 'feed', 'all'],
    ])
      queries.setQueryData(key, {});
    const isOld = (key: readonly string[]): boolean => queries.getQueryState(key)?.isInvalidated === true;
    return { queries, isOld, target: new EventTarget() };
  };

  it('has the lists of pictures of this site asked for again, and nothing else', () => {
    const { queries, isOld, target } = given();
    const end = renewRefusedMedia(target, queries, site);
    target.dispatchEvent(new Event('media-refused'));
    expect(
      [
        [site, 'feed', 'all'],
        [site, 'gallery', 'all'],
        [site, 'me'],
        ['another', 'feed', 'all'],
      ].map(isOld),
    ).toEqual([true, true, false, false]);
    end();
  });

  it('asks once for a whole page of them, and no more after its end', () => {
    const { queries, isOld, target } = given();
    const end = renewRefusedMedia(target, queries, site);
    const refuse = (): unknown => target.dispatchEvent(new Event('media-refused'));
    refuse();
    queries.setQueryData([site, 'feed', 'all'], {});
    refuse();
    expect(isOld([site, 'feed', 'all'])).toBe(false);
    end();
    const other = given();
    renewRefusedMedia(target, other.queries, site)();
    refuse();
    expect(other.isOld([site, 'feed', 'all'])).toBe(false);
  });
});
