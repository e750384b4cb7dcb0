import { describe, expect, it, vi } from 'vitest';
import { fakeUploads, film, photo } from '../testing/upload-fakes.ts';

const on = fakeUploads();

describe('a file that does not come through', () => {
  it("shows the server's words when an address is refused, and tries nothing again", async () => {
    on.presignStatus = 415;
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.phases()).toEqual(['refused']);
    expect(on.queue.items()[0]?.problem).toMatchObject({
      code: 'media-format',
      message: 'Media format is not supported.',
    });
  });

  it("POST-104 stops at a refused address, shows the server's words and leaves a note", async () => {
    on.presignStatus = 413;
    on.queue.add([film('b.mp4')], []);
    await expect.poll(() => on.phases()).toEqual(['refused']);
    expect(on.transfers).toHaveLength(0);
    expect(console.warn).toHaveBeenCalledWith('upload address refused', 'media-format', null);
  });

  it.each([
    [
      "POST-105 the server's words",
      415,
      { code: 'media-format', message: 'Media format is not supported.' },
      { phase: 'refused', problem: { message: 'Media format is not supported.' } },
    ],
    [
      'POST-103 the usual sentence where the server says nothing',
      500,
      {},
      { phase: 'failed', problem: { code: 'upload-image-error' } },
    ],
  ] as const)('shows %s', async (_, status, answer, expected) => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).end(status, answer);
    await expect.poll(() => on.queue.items()[0]).toMatchObject(expected);
    expect(on.called('complete')).toEqual([]);
  });

  it.each([
    ['No room is left.', { code: 'upload-image-error', message: 'No room is left.' }],
    ['', { code: 'upload-image-error' }],
  ])(
    "POST-105 sends nothing where the address is empty, and shows the server's words: “%s”",
    async (message, problem) => {
      on.emptyAddress = message;
      on.queue.add([photo('a.jpg')], []);
      await expect.poll(() => on.queue.items()[0]).toMatchObject({ phase: 'failed', problem });
      expect(on.transfers).toHaveLength(0);
      expect(on.called('complete')).toEqual([]);
    },
  );

  it('lets a failed transfer be tried again', async () => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).end(500);
    await vi.waitFor(() =>
      expect(on.queue.items()[0]).toMatchObject({ phase: 'failed', problem: { code: 'upload-image-error' } }),
    );
    on.queue.retry(on.queue.items()[0]!.key);
    await expect.poll(() => on.transfers).toHaveLength(2);
  });

  it('says so when a file is gone at the server while it is waited for', async () => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.transfer(0).end(200);
    await expect.poll(() => on.phases()).toEqual(['processing']);
    on.states = { m1: 'gone' };
    document.dispatchEvent(new Event('media-state'));
    await vi.waitFor(() =>
      expect(on.queue.items()[0]).toMatchObject({ phase: 'refused', problem: { code: 'upload-expired' } }),
    );
  });

  it('POST-062 stops when the device goes offline, says so, and goes on afterwards', async () => {
    on.queue.add([photo('a.jpg')], []);
    await expect.poll(() => on.transfers).toHaveLength(1);
    on.page.dispatchEvent(new Event('offline'));
    expect(on.transfer(0).isAborted).toBe(true);
    expect(on.queue.items()[0]).toMatchObject({ phase: 'offline', problem: { code: 'upload-offline' } });
    on.page.dispatchEvent(new Event('online'));
    await expect.poll(() => on.transfers).toHaveLength(2);
    expect(on.phases()).toEqual(['sending']);
  });

  it('POST-062 what is chosen offline waits for the connection, and says so', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    on.queue.add([photo('a.jpg')], []);
    expect(on.queue.items()[0]).toMatchObject({ phase: 'offline', problem: { code: 'upload-offline' } });
    expect(on.transfers).toHaveLength(0);
    vi.stubGlobal('navigator', { onLine: true });
    on.page.dispatchEvent(new Event('online'));
    await expect.poll(() => on.phases()).toEqual(['sending']);
  });

  it('tries again by itself where no answer came, and says that it is offline where it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      on.queue.add([photo('a.jpg')], []);
      await expect.poll(() => on.transfers).toHaveLength(1);
      on.transfer(0).fail();
      await vi.advanceTimersByTimeAsync(2000);
      expect(on.transfers).toHaveLength(2);
      expect(on.phases()).toEqual(['sending']);
      on.transfer(1).fail();
      vi.stubGlobal('navigator', { onLine: false });
      await vi.advanceTimersByTimeAsync(6000);
      on.transfer(2).fail();
      await vi.advanceTimersByTimeAsync(10);
      expect(on.queue.items()[0]).toMatchObject({ phase: 'offline', problem: { code: 'upload-offline' } });
    } finally {
      vi.useRealTimers();
    }
  });
});
