import type { PostView } from '@backlot/contracts/posts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { closed, feedOf, film, forSale, media, post, postQuery } from '../testing/post-fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

type Given = NonNullable<Parameters<typeof bootstrapOf>[0]>;
const feed = async (posts: readonly PostView[], given: Given = {}): Promise<string> =>
  (await render(bootstrapOf({ path: '/home', ...given, queries: [feedOf(posts), ...(given.queries ?? [])] }))).html;
const member = person({ ccbillSubscriptionStatus: '2' });

describe('the feed', () => {
  it("POST-019 has the heading 'recent posts' and POST-021 lists its posts", async () => {
    const html = await feed([post(), post()]);
    expect(html).toMatch(/<h1[^>]*>recent posts<\/h1>/);
    expect(html.match(/<article/g)).toHaveLength(2);
  });

  it("POST-022 says 'No Posts Found' when it is empty", async () => {
    expect(await feed([])).toContain('No Posts Found');
  });

  it('POST-033 cuts a caption at 80 characters', async () => {
    const html = await feed([post({ description: `${'a'.repeat(80)}bcd` })]);
    expect(html).toContain(`${'a'.repeat(80)}…`);
    expect(html).not.toContain('abcd');
  });

  it('POST-020 filters by tag where tags are on', async () => {
    const tags = {
      key: queryKeys.tags('abcdefghijkl'),
      data: [
        { _id: 't', id: 't', name: 'Glaze book', slug: 'glaze-book', count: 2 },
        { _id: 'u', id: 'u', name: 'Empty', slug: 'empty', count: 0 },
      ],
    };
    const html = await feed([post()], { settings: { feed_tags_enable: true }, queries: [tags] });
    expect(html).toContain('Glaze book');
    expect(html).not.toContain('>Empty<');
    expect(await feed([post()], { queries: [tags] })).not.toContain('Glaze book');
  });

  it('POST-020 TAG-02 has a Reset button while a tag is chosen', async () => {
    const tags = {
      key: queryKeys.tags('abcdefghijkl'),
      data: [{ _id: 't', id: 't', name: 'Glaze book', slug: 'glaze-book', count: 2 }],
    };
    const given = { settings: { feed_tags_enable: true }, queries: [tags] };
    const chosen = await feed([], { ...given, path: '/home?feed_tag_id=t' });
    expect(chosen).toMatch(/<button[^>]*aria-pressed="true"[^>]*>Glaze book<.*<button[^>]*>Reset</);
    expect(await feed([post()], given)).not.toContain('>Reset<');
  });

  it('shows the date only where the site says so', async () => {
    expect(await feed([post()], { settings: { 'timestamp_visibility.home_feed': true } })).toContain('<time');
    expect(await feed([post()])).not.toContain('<time');
  });

  it('gives pictures their size, their sources and no private address to those who may not see them', async () => {
    const html = await feed([post(), forSale({ state: 'locked_nonmember', action: 'register', quote: null })]);
    expect(html).toMatch(
      /<img[^>]*srcSet="\/media\/400\.webp 400w, \/media\/1600\.webp 1600w"[^>]*width="1600"[^>]*height="1200"/i,
    );
    expect(html.match(/sharp\.jpg|thumb\.webp/g)).toHaveLength(1);
  });
});

describe('a post card', () => {
  it('POST-026 tells staff what is wrong with a failed post', async () => {
    const html = await feed(
      [post({ state: 'error', action: 'review', isError: true, error_text: 'One of 4 files could not be read.' })],
      { viewer: person({ role: 'model', isAdmin: true }) },
    );
    expect(html).toContain('One of 4 files could not be read.');
    expect(html).toMatch(/<a[^>]*href="\/admin\/posts\/[^"]*\/review\?from=%2Fhome"[^>]*>(?:<[^>]*>)*Review And Post/);
  });

  it('POST-027 says that a post in process will be visible, and does not link to it', async () => {
    const one = post({ state: 'processing', contentLeftForProcessing: 1 });
    const html = await feed([one]);
    expect(html).toContain('This post will be visible when processing is done.');
    expect(html).not.toContain(`/feed/${one._id}`);
  });

  it.each([
    ['POST-029 a guest to /register', null, 'register', '/register'],
    ['POST-029 a person without a membership to /membership', person(), 'membership', '/membership'],
  ] as const)('%s', async (_, viewer, action, to) => {
    const html = await feed(
      [post({ state: 'locked_nonmember', visibility: 'private', public: false, action, media: [media(closed)] })],
      { viewer, settings: { membership_price: 9, recurring_membership_price: 14 } },
    );
    expect(html).toMatch(new RegExp(`<a[^>]*href="${to}"[^>]*>(?:<[^>]*>)*Join for \\$9\\.00`));
    expect(html).toContain('/media/blur.webp');
  });

  it('POST-030 offers a post for sale with its price', async () => {
    const html = await feed([forSale()], { viewer: member });
    expect(html).toMatch(/<button[^>]*data-unlock[^>]*>(?:<[^>]*>)*Unlock for \$15\.00/);
    expect(html).toContain('3 photos');
  });

  it('says what is inside, and keeps it to itself where this viewer is not told', async () => {
    const one = { contentCount: { photo: 3, video: 1 }, content_length: 130 };
    expect(await feed([forSale(one)], { viewer: member })).toMatch(/3 photos · 1 video \u2066?2:10/);
    expect(await feed([forSale({ contentCount: { photo: 0, video: 0 } })], { viewer: member })).toContain('For sale');
    expect(
      await feed([forSale({ contentCount: { photo: 0, video: 0 }, content_length: 130 })], { viewer: member }),
    ).toMatch(/For sale · \u2066?2:10/);
  });

  it.each([
    ['POST-035 a film below a minute by its seconds', 42, '42 sec', '42 seconds'],
    ['POST-035 a longer one by its minutes', 130, '2:10', '2 minutes'],
  ] as const)('marks %s', async (_, duration, short, words) => {
    const html = await feed(
      [post({ blogType: 'video', media: [film({ duration })], contentCount: { photo: 0, video: 1 } })],
      { viewer: member },
    );
    expect(html).toContain('card-play');
    expect(html).toContain(`>${short}</span>`);
    expect(html).toContain(`Video, ${words}`);
    expect(html).not.toContain('<video');
  });

  it('PROMO-35 strikes the price out that a promotion lowers', async () => {
    const html = await feed(
      [
        forSale({
          quote: { amount: 12, original_amount: 15, currency: 'USD', reason: 'promotion', promotion_id: 'p' },
        }),
      ],
      { viewer: member },
    );
    expect(html).toMatch(/<s>\$15\.00<\/s>.*\$12\.00/);
  });

  it('POST-032 shows a running payment as a button that does nothing', async () => {
    const html = await feed([forSale({ paymentProcessing: true })], { viewer: member });
    expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*>.*Payment Processing/);
    expect(html).not.toContain('Unlock for');
  });

  it('POST-031 marks what was bought', async () => {
    expect(await feed([post({ purchased: true, visibility: 'locked' })], { viewer: member })).toContain('Yours');
  });

  it('POST-069 shows likes with their state, and none where they are not told', async () => {
    expect(await feed([post({ total_likes: 7, user_feed_like: true })], { viewer: member })).toMatch(
      /aria-pressed="true"[^>]*>.*7/,
    );
    expect(await feed([post({ total_likes: null })], { viewer: member })).not.toMatch(/<button[^>]*like-button/);
  });

  it('tells how much was said and leads there, where this viewer is told', async () => {
    const one = post({ total_comments: 1 });
    expect(await feed([one], { viewer: member })).toMatch(
      new RegExp(`<a[^>]*href="/feed/${one._id}#comments"[^>]*>.*1 comment<`),
    );
    expect(await feed([post({ total_comments: null })], { viewer: member })).not.toContain('#comments');
    expect(await feed([one], { viewer: member, settings: { is_feed_comment_enabled: false } })).not.toContain(
      '#comments',
    );
  });

  it('hides a caption that opens with the post', async () => {
    const hidden = [forSale({ description: null, captionBlur: true })];
    expect(await feed(hidden, { viewer: member, settings: { post_caption_blur_intensity: 13 } })).toMatch(
      /class="caption-veil"[^>]*style="filter:blur\(13px\)".*The caption opens with the post\./,
    );
    expect(await feed(hidden, { viewer: member, settings: { post_caption_blur_intensity: 0 } })).not.toContain('blur(');
    expect(await feed([forSale()], { viewer: member })).not.toContain('caption-veil');
  });
});

describe('the banner', () => {
  const settings = {
    hero_banner_text: 'Slow pots',
    hero_banner_images: ['/media/a.jpg', '/media/b.jpg'],
    show_payment_icons: true,
    membership_price: 9,
  } as const;

  it("POST-007 POST-009 has pictures with arrows and words, and is the page's heading", async () => {
    const html = await feed([], { settings: { ...settings, hero_banner_images: [...settings.hero_banner_images] } });
    expect(html).toMatch(/<h1[^>]*>Slow pots<\/h1>/);
    expect(html).toMatch(/aria-label="Previous".*aria-label="Next"/);
    expect(await feed([], { settings: { ...settings, hero_banner_images: ['/media/a.jpg'] } })).not.toContain(
      'aria-label="Next"',
    );
    expect(
      await feed([], { settings: { ...settings, hero_banner_images: [], hero_banner_text_image: '/media/words.png' } }),
    ).toMatch(/<h1[^>]*><img src="\/media\/words.png" alt="Slow pots"/);
  });

  it.each([
    ['POST-013 a guest to /register', null, 'href="/register"'],
    ['POST-014 a person without a membership to /membership', person(), 'href="/membership"'],
  ] as const)('leads %s', async (_, viewer, link) => {
    const html = await feed([], { viewer, settings: { ...settings, hero_banner_images: [] } });
    expect(html).toMatch(new RegExp(`${link}[^>]*>(?:<[^>]*>)*Subscribe for \\$9\\.00`));
    expect(html).toContain('VISA');
  });

  it('SUB-50 POST-012 hides the way to a membership and the card marks from members', async () => {
    const html = await feed([], { viewer: member, settings: { ...settings, hero_banner_images: [] } });
    expect(html).not.toContain('Subscribe for');
    expect(html).not.toContain('VISA');
  });
});

describe('the banner, further', () => {
  const settings = { hero_banner_text: 'Slow pots' } as const;

  it('POST-010 has another button where its words and address are set', async () => {
    expect(
      await feed([], {
        settings: {
          ...settings,
          hero_banner_button_text: 'Workshops',
          hero_banner_button_url: 'https://workshops.example/',
        },
      }),
    ).toMatch(/<a[^>]*href="https:\/\/workshops.example\/"[^>]*>(?:<[^>]*>)*Workshops/);
    expect(await feed([], { settings: { ...settings, hero_banner_button_text: 'Workshops' } })).not.toContain(
      'Workshops',
    );
  });

  it('POST-011 has the social links that are set, where they are switched on', async () => {
    const links = { theme_2_youtube_url: 'https://y.example/' };
    expect(await feed([], { settings: { ...settings, ...links, hero_banner_show_social_icons: true } })).toMatch(
      /feed-hero-text.*href="https:\/\/y.example\/"/,
    );
    expect(await feed([], { settings: { ...settings, ...links } })).not.toContain('social-links');
    expect(await feed([], { settings: { ...settings, hero_banner_show_social_icons: true } })).not.toContain(
      'social-links',
    );
  });
});

describe('the feed in numbered pages', () => {
  const page = (currentPage: number) => ({
    key: [...queryKeys.feed('abcdefghijkl', null), 'page', currentPage],
    data: {
      pages: [{ blogs: [post()], currentPage, totalPages: 12, totalRows: 230, next: null }],
      pageParams: [currentPage],
    },
  });

  it('POST-024 POST-025 has first, last, and three pages on either side', async () => {
    const { html } = await render(
      bootstrapOf({
        path: '/home?page=6',
        settings: { is_pagination_on_exclusive_content_enabled: true },
        queries: [page(6)],
      }),
    );
    const nav = /<nav class="feed-pager".*?<\/nav>/.exec(html)?.[0] ?? '';
    expect([...nav.matchAll(/aria-label="Page (\d+)"/g)].map(([, number]) => Number(number))).toEqual([
      3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(nav).toMatch(/First page.*Last page/);
    expect(nav).toMatch(/aria-current="page"[^>]*aria-label="Page 6"/);
  });
});

describe('the page of a post', () => {
  it('shows the whole caption and every picture', async () => {
    const one = post({
      title: 'Kiln 41',
      description: 'I photograph before I look.',
      media: [media(), media()],
      contentCount: { photo: 2, video: 0 },
    });
    const { html, status } = await render(bootstrapOf({ path: `/feed/${one._id}`, queries: [postQuery(one)] }));
    expect(status).toBe(200);
    expect(html).toMatch(/<h1[^>]*>Kiln 41<\/h1>/);
    expect(html).toContain('I photograph before I look.');
    expect(html).toContain('Photo 2 of 2: Kiln 41');
  });
});
