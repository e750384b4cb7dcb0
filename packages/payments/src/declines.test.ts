import { describe, expect, it } from 'vitest';
import { classifyDecline } from './declines.ts';

describe('declines', () => {
  it.each(['-23', '-24'])('CARD-01 code %s opens the card-update flow and is not tried again as it is', (code) => {
    expect(classifyDecline(code)).toEqual({ reason: 'card-needs-attention', hard: true });
  });

  it.each([
    ['51', 'insufficient-funds', false],
    ['22', 'try-later', false],
    ['54', 'new-card-needed', true],
    ['82', 'card-data-wrong', false],
    ['token-used', 'token-spent', false],
  ])('code %s means %s', (code, reason, hard) => {
    expect(classifyDecline(code)).toEqual({ reason, hard });
  });

  it.each(['', '999', 'constructor', '__proto__'])('a code that nobody told us (%s) is a plain decline', (code) => {
    expect(classifyDecline(code)).toEqual({ reason: 'declined', hard: false });
  });
});
