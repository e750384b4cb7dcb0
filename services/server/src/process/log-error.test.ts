import { DatabaseError } from '@backlot/database';
import { describe, expect, it } from 'vitest';
import { logError } from './log-error.ts';

describe('what the log says of an error', () => {
  it('is its name, message and place, and none of its own fields', () => {
    const error = Object.assign(new RangeError('too far'), { code: 'E_FAR', row: { email: 'fan@site.example' } });
    expect(logError(error)).toEqual({ type: 'RangeError', message: 'too far', code: 'E_FAR', stack: error.stack });
  });

  it.each([
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    new DatabaseError('unreachable', 'Postgres does not answer.'),
  ])('is one line without a place where a service is away: $message', (error) => {
    expect(logError(error)).toMatchObject({ message: error.message });
    expect(logError(error)).not.toHaveProperty('stack');
  });

  it('is no text that somebody threw', () => {
    expect(logError('fan@site.example')).toEqual({ type: 'string' });
  });
});
