import { describe, expect, it } from 'vitest';
import { openUploadQueue } from '../../src/entities/upload/upload-queue.ts';
import { fakeUploads, photo } from '../testing/upload-fakes.ts';

const on = fakeUploads();

describe('what the queue keeps and forgets', () => {
  it('the tray forgets what is done, a post that is being written does not', async () => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.states = { m1: 'ready' };
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    document.dispatchEvent(new Event('media-state'));
    await expect.poll(() => on.phases()).toEqual(['ready']);
    on.queue.clearSettled();
    expect(on.queue.items()).toMatchObject([{ phase: 'ready', isPutAway: true }]);
  });

  it('after a reload keeps what arrived and says of the rest that it stopped; the same file goes on', async () => {
    on.queue.add([photo('a.jpg'), photo('b.jpg', 5)], []);
    await expect.poll(() => on.transfers).toHaveLength(2);
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing', 'sending']);
    on.page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    on.queue = openUploadQueue(on.user);
    expect(on.phases()).toEqual(['processing', 'lost']);
    const lost = on.queue.items()[1]!;
    expect(on.queue.replace(lost.key, photo('other.jpg', 5))).toBe(false);
    expect(on.queue.replace(lost.key, photo('b.jpg', 5))).toBe(true);
    await expect.poll(() => on.phases()).toEqual(['processing', 'sending']);
    expect(openUploadQueue('somebody else').items()).toEqual([]);
  });

  it('forgets no file that is still to come, however many there are', () => {
    on.queue.add(
      Array.from({ length: 300 }, (_, index) => photo(`${index}.jpg`)),
      [],
      { most: Number.POSITIVE_INFINITY },
    );
    on.page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(openUploadQueue(on.user).items()).toHaveLength(300);
  });

  it('what failed leaves the tray when it is cleared', async () => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).end(500);
    await expect.poll(() => on.phases()).toEqual(['failed']);
    on.queue.clearSettled();
    expect(on.queue.items()).toEqual([]);
  });
});
