import { describe, expect, it, vi } from 'vitest';
import { filmKey } from '../../src/components/film/film-keys.ts';
import { playAlone } from '../../src/components/film/film-engine.ts';
import { hasFilm, readMasterPlaylist } from '../../src/components/film/film-source.ts';
import { spriteFrame } from '../../src/components/film/sprite-frame.ts';
import type { Film } from '../../src/components/film/use-film.ts';
import { filmClock } from '../../src/lib/media/film-length.ts';
import { postEntries } from '../../src/entities/post/post-entries.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { closed, film, forSale, media, post, postQuery } from '../testing/post-fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

describe('a film', () => {
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [130, '2:10'],
    [3725, '1:02:05'],
    [-1, '0:00'],
  ] as const)('tells %d seconds as %s', (seconds, text) => {
    expect(filmClock(seconds)).toBe(text);
  });

  it('offers the qualities of its playlist, highest first, under whole addresses', () => {
    const text = [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2"',
      '/media/f/m360/u.t',
      '#EXT-X-STREAM-INF:BANDWIDTH=2900000,RESOLUTION=1280x720',
      'm720/u.t',
      '#EXT-X-STREAM-INF:BANDWIDTH=1',
      '#EXT-X-ENDLIST',
      '',
    ].join('\r\n');
    expect(readMasterPlaylist(text, 'http://luna.test/media/f/master/u.t')).toEqual([
      { height: 720, url: 'http://luna.test/media/f/master/m720/u.t' },
      { height: 360, url: 'http://luna.test/media/f/m360/u.t' },
    ]);
    expect(readMasterPlaylist('not one', 'http://luna.test/')).toEqual([]);
  });

  it.each([
    [0, '0px 0px'],
    [5.3, '-160px 0px'],
    [27, '0px -90px'],
    [9999, '-640px -360px'],
  ] as const)('shows the small picture of the second %d', (seconds, place) => {
    const sprite = { url: '/media/s', columns: 5, rows: 5, width: 160, height: 90, interval: 5.2 };
    expect(spriteFrame(sprite, seconds)).toMatchObject({
      width: 160,
      height: 90,
      backgroundSize: '800px 450px',
      backgroundPosition: place,
    });
  });

  it('makes large small pictures smaller, upright ones too', () => {
    expect(spriteFrame({ url: '/s', columns: 2, rows: 2, width: 180, height: 320, interval: 1 }, 1)).toMatchObject({
      width: 90,
      height: 160,
      backgroundPosition: '-90px 0px',
    });
  });

  it('stops when another one plays', () => {
    const [one, other] = [
      { pause: vi.fn<(value?: unknown) => void>() },
      { pause: vi.fn<(value?: unknown) => void>() },
    ] as unknown as [HTMLVideoElement, HTMLVideoElement];
    playAlone(one);
    playAlone(one);
    expect(one.pause).not.toHaveBeenCalled();
    playAlone(other);
    expect(one.pause).toHaveBeenCalledOnce();
    expect(other.pause).not.toHaveBeenCalled();
  });

  it('is there where there is something to play', () => {
    expect([film(), media({ mp4_url: '/m.mp4' }), media(), film(closed)].map(hasFilm)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the keys of a film', () => {
  class Element {
    readonly isElement = true;
  }
  class Input extends Element {
    readonly isInput = true;
  }
  class Button extends Element {
    readonly isButton = true;
  }
  vi.stubGlobal('HTMLInputElement', Input);
  vi.stubGlobal('HTMLButtonElement', Button);
  const acts = () => ({
    time: 30,
    duration: 100,
    volume: 0.5,
    isMuted: false,
    toggle: vi.fn<(value?: unknown) => void>(),
    seek: vi.fn<(value?: unknown) => void>(),
    mute: vi.fn<(value?: unknown) => void>(),
    setVolume: vi.fn<(value?: unknown) => void>(),
  });
  const press = (key: string, target: Element = new Element()) => {
    const given = acts();
    const full = vi.fn<(value?: unknown) => void>();
    const event = {
      key,
      target,
      defaultPrevented: false,
      preventDefault: vi.fn<(value?: unknown) => void>(),
      stopPropagation: vi.fn<(value?: unknown) => void>(),
    };
    const isTaken = filmKey(event as unknown as Parameters<typeof filmKey>[0], given as unknown as Film, full);
    return { ...given, full, event, isTaken };
  };

  it('seek, mute, fill the screen and play', () => {
    expect(press('ArrowRight').seek).toHaveBeenCalledWith(35);
    expect(press('ArrowLeft').seek).toHaveBeenCalledWith(25);
    expect(press('Home').seek).toHaveBeenCalledWith(0);
    expect(press('End').seek).toHaveBeenCalledWith(100);
    expect(press('m').mute).toHaveBeenCalledWith(true);
    expect(press('F').full).toHaveBeenCalledOnce();
    expect(press(' ').toggle).toHaveBeenCalledOnce();
    expect(press('ArrowUp').setVolume).toHaveBeenCalledWith(0.6);
  });

  it('leave buttons, fields and other keys what is theirs', () => {
    expect(press(' ', new Button())).toMatchObject({ isTaken: false });
    expect(press('ArrowRight', new Input())).toMatchObject({ isTaken: false });
    expect(press('x').event.preventDefault).not.toHaveBeenCalled();
    expect(press('k', new Button()).toggle).toHaveBeenCalledOnce();
  });
});

describe('the page of a post with films', () => {
  const page = async (
    one: ReturnType<typeof post>,
    viewer = person({ ccbillSubscriptionStatus: '2' }),
  ): Promise<string> =>
    (await render(bootstrapOf({ path: `/feed/${one._id}`, viewer, queries: [postQuery(one)] }))).html;

  it('has the poster, a button that plays and the length, and loads no film before', async () => {
    const html = await page(post({ description: 'One take.', media: [film()], contentCount: { photo: 0, video: 1 } }));
    expect(html).toMatch(/<button[^>]*class="film-start"[^>]*><span[^>]*>Play, 2 minutes</);
    expect(html).not.toContain('<video');
    expect(html).toContain('src="/media/thumb.webp"');
    expect(html).not.toContain('/media/film/master"');
  });

  it('turns between photos and films, and says which is which', async () => {
    const html = await page(
      post({ title: 'Kiln 41', media: [media(), film(), media()], contentCount: { photo: 2, video: 1 } }),
    );
    expect(html).toContain('Photo 1 of 3: Kiln 41');
    expect(html).toContain('Video: Video 2 of 3: Kiln 41');
    expect(html).toMatch(/aria-label="Previous".*aria-label="Next"/);
    expect(html.match(/<i(?: data-on="true")?><\/i>/g)).toHaveLength(3);
  });

  it('POST-045 leaves the watermark to the files, which carry it in themselves: nothing over them can be taken away', async () => {
    const one = post({ media: [media(), film()] });
    const { html } = await render(
      bootstrapOf({
        path: `/feed/${one._id}`,
        viewer: person(),
        settings: { enable_watermark: true },
        queries: [postQuery(one)],
      }),
    );
    expect(html).not.toMatch(/class="[^"]*watermark/);
  });

  it('shows the film that the creator shows of a closed post, and plays it', async () => {
    const one = forSale({
      media: [media(closed)],
      media_preview: [film({ url: '/media/teaser.jpg' })],
      isPreviewEnable: true,
    });
    const html = await page(one);
    expect(html).toMatch(/<button[^>]*class="film-start"/);
    expect(html).toContain('>Preview</p>');
    expect(html).toMatch(/Unlock for \$15\.00/);
    expect(await page({ ...one, media_preview: [] })).not.toContain('film-start');
  });

  it('says that a film is still being processed', async () => {
    expect(await page(post({ media: [media(), film({ hls_url: null, url: null, is_process: true })] }))).toContain(
      'This video is still being processed.',
    );
  });
});

describe('the menu of a card', () => {
  const at = Date.parse('2026-11-21T12:00:00Z');
  const idOf = (ms: number): string =>
    `${ms
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
  const staff = (role: 'model' | 'admin' | 'sub_admin' | 'content_manager' | 'live_stream_manager' | 'user') => ({
    role,
    status: '0' as const,
  });
  const photos = post();
  const films = (over: Parameters<typeof film>[0]) =>
    post({ media: [film(over)], contentCount: { photo: 0, video: 1 } });

  it('POST-036 POST-037 POST-042 POST-043 is for those who make posts', () => {
    expect(postEntries(staff('model'), photos, at)).toEqual([
      'edit',
      'tags',
      'refresh-blur',
      'rotate',
      'reuse',
      'delete',
    ]);
    for (const role of ['live_stream_manager', 'user'] as const)
      expect(postEntries(staff(role), photos, at)).toEqual([]);
    expect(postEntries(null, photos, at)).toEqual([]);
  });

  it('POST-038 POST-039 POST-040 leaves out what is not for this person or this post', () => {
    expect(postEntries(staff('content_manager'), photos, at)).toEqual(['edit', 'tags', 'rotate', 'reuse', 'delete']);
    expect(postEntries(staff('admin'), films({}), at)).not.toContain('rotate');
    expect(postEntries(staff('content_manager'), films({ is_error: true }), at)).not.toContain('video-process');
  });

  it.each([
    ['has failed', { is_error: true }, true],
    ['has been in process for just 30 minutes', { is_process: true, _id: idOf(at - 30 * 60_000) }, false],
    ['has been in process for longer', { is_process: true, _id: idOf(at - 30 * 60_000 - 1) }, true],
    ['is ready', {}, false],
  ] as const)('POST-041 sends a film again that %s: %j', (_, over, isThere) => {
    expect(postEntries(staff('sub_admin'), films(over), at).includes('video-process')).toBe(isThere);
  });
});
