import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { atMost } from './at-most.ts';

describe('a memory that grows as it is filled', () => {
  it('forgets what was used longest ago once it is full', () => {
    const memory = new LRUCache<string, number>(atMost(2));
    memory.set('first', 1).set('second', 2);
    memory.get('first');
    memory.set('third', 3);
    expect([...memory.keys()].toSorted()).toEqual(['first', 'third']);
  });
});
