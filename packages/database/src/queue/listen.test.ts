import { expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';

it('a subscriber that throws ends nothing: it is told of, and the others hear the message', async () => {
  const test = await createTestDatabase();
  const errors: unknown[] = [];
  const database = await openDatabase({ url: test.url, poolSize: 2, onListenError: (error) => errors.push(error) });
  const heard: string[] = [];
  await database.listen('news', () => {
    throw new Error('cannot use it');
  });
  await database.listen('news', (payload) => {
    heard.push(payload);
  });
  await database.notify('news', '{"not": "json');
  await database.notify('news', 'second');
  await expect.poll(() => heard).toEqual(['{"not": "json', 'second']);
  expect(errors).toEqual([new Error('cannot use it'), new Error('cannot use it')]);
  await database.close();
  await test.drop();
}, 60_000);
