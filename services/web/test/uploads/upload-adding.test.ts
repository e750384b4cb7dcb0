import { describe, expect, it } from 'vitest';
import { fakeUploads, photo } from '../testing/upload-fakes.ts';

const on = fakeUploads();

describe('files that are added to the queue', () => {
  it('POST-093 skips a file of the same name and size', async () => {
    const first = on.queue.add([photo('a.jpg'), photo('a.jpg')], []);
    expect(first).toMatchObject({ keys: [expect.any(String)], duplicates: ['a.jpg'] });
    expect(on.queue.add([photo('a.jpg'), photo('a.jpg', 9)], on.queue.items())).toMatchObject({
      keys: [expect.any(String)],
      duplicates: ['a.jpg'],
    });
  });

  it('POST-094 takes no more than 45 together', () => {
    const many = Array.from({ length: 46 }, (_, index) => photo(`${index}.jpg`));
    expect(on.queue.add(many, [])).toEqual({
      keys: [],
      duplicates: [],
      problem: { code: 'max-45', params: { n: 46 } },
    });
    expect(on.queue.items()).toEqual([]);
  });

  it('POST-089 refuses what is no photo, with its number in a gallery', () => {
    on.queue.add([photo('a.jpg'), new File(['x'], 'b.gif', { type: 'image/gif' })], []);
    expect(on.queue.items()[1]).toMatchObject({
      phase: 'refused',
      problem: { code: 'image-number-format', params: { n: 2 } },
    });
    on.queue.add([new File(['x'], 'c.gif', { type: 'image/gif' })], []);
    expect(on.queue.items()[2]).toMatchObject({ phase: 'refused', problem: { code: 'media-format' } });
  });

  it('knows a film by its name where the system knows no type', () => {
    on.queue.add([new File(['x'], 'a.MOV', { type: '' })], []);
    expect(on.queue.items()[0]).toMatchObject({
      type: 'video/quicktime',
      phase: expect.stringMatching(/waiting|sending/),
    });
  });
});
