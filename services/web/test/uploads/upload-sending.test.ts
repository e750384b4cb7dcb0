import { describe, expect, it } from 'vitest';
import { fakeUploads, film, photo } from '../testing/upload-fakes.ts';

const on = fakeUploads();

describe('a file on its way', () => {
  it('POST-056 asks for an address for each file and sends two at a time', async () => {
    on.queue.add([photo('a.jpg'), photo('b.jpg', 5), photo('c.jpg', 6)], []);
    await expect.poll(() => on.transfers).toHaveLength(2);
    expect(on.phases()).toEqual(['sending', 'sending', 'waiting']);
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing', 'sending', 'sending']);
    expect(on.queue.items()[0]).toMatchObject({ mediaId: 'm1', sent: 4 });
  });

  it('POST-057 tells how far a file is, at the server too', async () => {
    on.queue.add([photo('a.jpg', 8)], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).progress(3);
    expect(on.queue.items()[0]).toMatchObject({ phase: 'sending', sent: 3 });
    on.states = { m1: 'ready' };
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    document.dispatchEvent(new Event('media-state'));
    await expect.poll(() => on.phases()).toEqual(['ready']);
  });

  it('POST-107 sends without a session, by the address alone', async () => {
    on.queue.add([photo('a.jpg'), film('b.mp4')], []);
    await expect.poll(() => on.transfers).toHaveLength(2);
    expect(on.transfers.map(({ headers }) => headers)).toEqual(
      expect.arrayContaining([{ 'content-type': 'image/jpg' }, { 'content-type': 'video/mp4' }]),
    );
    expect(on.called('generate_presigned_url')).toContainEqual({
      file_name: 'b.mp4',
      content_type: 'video/mp4',
      media_type: 'video',
      size: 10,
      category: 'blog',
    });
  });

  it('POST-106 takes 200 for success and tells the server once', async () => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    expect(on.called('complete')).toEqual([{ media_id: 'm1' }]);
    on.queue.add([photo('b.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(2);
    on.transfer(1).end(204);
    await expect.poll(() => on.phases()).toEqual(['processing', 'failed']);
    expect(on.called('complete')).toHaveLength(1);
  });

  it('shows how far a film is at the server, as it is told', async () => {
    on.queue.add([film('b.mp4')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    document.dispatchEvent(new CustomEvent('media-progress', { detail: { mediaId: 'm1', progress: 40 } }));
    expect(on.queue.items()[0]).toMatchObject({ phase: 'processing', processed: 40 });
  });

  it('a removed file is stopped and forgotten', async () => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.queue.remove(on.queue.items()[0]!.key);
    expect(on.transfer(0).isAborted).toBe(true);
    expect(on.queue.items()).toEqual([]);
  });
});
