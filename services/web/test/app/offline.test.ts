import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { makeQueryClient } from '../../src/app/providers.tsx';
import { bootstrapOf } from '../testing/fixture.ts';

afterEach(() => onlineManager.setOnline(true));

it('without a connection a change fails at once and is not sent later', async () => {
  onlineManager.setOnline(false);
  let sent = 0;
  const change = new MutationObserver(makeQueryClient(bootstrapOf({ path: '/admin' })), {
    mutationFn: async () => {
      sent += 1;
      throw new Error('no connection');
    },
  });
  await expect(change.mutate()).rejects.toThrow('no connection');
  onlineManager.setOnline(true);
  expect(sent).toBe(1);
});
