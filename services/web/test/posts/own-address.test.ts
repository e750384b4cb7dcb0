import { describe, expect, it } from 'vitest';
import { ownAddress } from '../../src/features/posts/detail/own-address.ts';

const [asked, answered] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'] as const;
const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

describe('the address of a post', () => {
  it('REUSE-29 becomes that of the version which answered, with all that hangs on it', () => {
    expect(ownAddress(at(`/feed/${asked}`), asked, answered)).toBe(`/feed/${answered}`);
    expect(ownAddress(at(`/feed/${asked}/mail`, '?utm_source=mail', '#comments'), asked, answered)).toBe(
      `/feed/${answered}/mail?utm_source=mail#comments`,
    );
  });

  it('stays while nothing answered, or the post itself', () => {
    expect(ownAddress(at(`/feed/${asked}`), asked, undefined)).toBeNull();
    expect(ownAddress(at(`/feed/${asked}`), asked, asked)).toBeNull();
  });
});
