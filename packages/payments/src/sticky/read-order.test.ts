import { describe, expect, it } from 'vitest';
import { readOrderIds } from './read-order.ts';

describe('orders that changed', () => {
  it.each([
    ['a list', { order_id: ['10081', 10082, '10081'] }, ['10081', '10082']],
    ['names of changes', { data: { 10081: ['refund'], 10082: ['void'] } }, ['10081', '10082']],
    ['a list with something else', { order_id: ['10081', 'x'] }, null],
    ['nothing', {}, null],
  ])('told as %s are read, each once', (_what, body, ids) => {
    expect(readOrderIds(body)).toEqual(ids);
  });
});
