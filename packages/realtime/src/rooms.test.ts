import { expect, it } from 'vitest';
import { openMemoryBus } from './memory-bus.ts';
import { openRooms, tellRoom, type Member } from './realtime.ts';
import { tenantKey } from './tenant-key.ts';

const key = tenantKey({ id: 'site' }, 'everybody');
const openMember = (): Member & { got: Buffer[] } => {
  const got: Buffer[] = [];
  return { got, send: (bytes) => void got.push(bytes) };
};

it('a small room is told at once, a large one a moment later in one message, everybody the same bytes', async () => {
  const bus = openMemoryBus(() => undefined);
  const rooms = openRooms<Member>(bus);
  const first = openMember();
  const others = Array.from({ length: 99 }, openMember);
  const leave = rooms.join(key, first);
  tellRoom(bus, key, 'SETTINGS_CHANGED', { version: 1 });
  expect(first.got.map(String)).toEqual(['{"event":"SETTINGS_CHANGED","data":{"version":1}}']);
  for (const other of others) rooms.join(key, other);
  rooms.tellHere(key, { event: 'SETTINGS_CHANGED', data: { version: 2 } });
  tellRoom(bus, key, 'SETTINGS_CHANGED', { version: 3 });
  expect(first.got).toHaveLength(1);
  await expect.poll(() => first.got.length).toBe(2);
  expect(JSON.parse(String(first.got[1]))).toMatchObject([{ data: { version: 2 } }, { data: { version: 3 } }]);
  for (const other of others) expect(other.got[0]).toBe(first.got[1]);
  leave();
  tellRoom(bus, tenantKey({ id: 'another' }, 'everybody'), 'SETTINGS_CHANGED', { version: 4 });
  expect([first.got.length, others[0]!.got.length]).toEqual([2, 1]);
  rooms.close();
});
