import { queryKeys } from '@backlot/contracts/bootstrap';
import { mayWriteSetting, type Settings } from '@backlot/domain/settings';
import { hasNoEffectYet, settingUses } from '@backlot/domain/settings/uses';
import { readModule } from '@backlot/testing/code/read-module';
import { hasString, stringsIn } from '@backlot/testing/code/strings-in-code';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { keysOf, settingSections } from '../../src/features/studio/settings/setting-sections.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { quote, ribbonRows } from './ribbon-rows.ts';
import { closed, feedOf, forSale, media, post } from '../testing/post-fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({
  styles: {},
  manifest: {
    'src/entry-fan.tsx': { file: 'assets/fan-1.js' },
    'src/entry-studio.tsx': { file: 'assets/studio-1.js' },
  },
}));
const { renderPage } = await import('../../src/entry-server.tsx');

type Given = NonNullable<Parameters<typeof bootstrapOf>[0]>;
/** What is seen when the setting is changed, and not before: words of the page, or a property of its styles with another value. */
type Seen = string | RegExp | { readonly property: string } | { readonly gone: string | RegExp };
type Row = readonly [key: keyof Settings, value: unknown, seen: Seen, given?: Given];

const tags = {
  key: queryKeys.tags('abcdefghijkl'),
  data: [{ _id: 't', id: 't', name: 'Glaze book', slug: 'glaze-book', count: 2 }],
};
const veiled = post({
  captionBlur: true,
  state: 'locked_nonmember',
  action: 'register',
  description: null,
  media: [media(closed)],
});
const feed: Given = { path: '/home', queries: [feedOf([post(), forSale(), veiled]), tags] };
const numbered = {
  key: [...queryKeys.feed('abcdefghijkl', null), 'page', 1],
  data: { pages: [{ blogs: [post()], currentPage: 1, totalPages: 12, totalRows: 230, next: null }], pageParams: [1] },
};
const withHero: Given = { ...feed, settings: { hero_banner_text: 'Slow pots' } };
const as = (over: Parameters<typeof person>[0]): Given => ({ ...feed, viewer: person(over) });
const landing = (settings: Partial<Settings>): Given => ({ settings });
const page = (name: string): Given => ({
  path: `/${name}`,
  queries: [{ key: ['abcdefghijkl', 'page', name], data: { slug: name, title: '', html: '<p>Us</p>' } }],
});

const looks: readonly Row[] = [
  ['colour_mode', 'dark', 'data-scheme="dark"'],
  ['theme_color', '#8a2be2', { property: '--accent' }],
  ['theme_font_color', '#000000', { property: '--on-accent' }],
  ['site_background_color', '#fafff0', { property: '--bg' }],
  ['site_font_color', '#10243a', { property: '--ink' }],
  ['content_color', '#fff7e0', { property: '--surface' }],
  ['content_font_color', '#203040', ':root .post-detail{--ink:#203040'],
  ['card_background_color', '#fff0f0', ':root .post-card{background:#fff0f0'],
  ['card_header_border_color', '#123456', 'border-block-end:1px solid #123456'],
  ['button_shadow_color', '#0a0b0c', { property: '--accent-edge' }],
  ['unlock_button_font_size', '22px', '.button[data-unlock]{font-size:22px;}'],
  ['font_family', 'Fraunces', { property: '--font-text' }],
  ['theme_background_image', '/media/wall.webp', 'url("/media/wall.webp")', landing({ use_background_image: true })],
  ['use_background_image', true, 'url("/media/wall.webp")', landing({ theme_background_image: '/media/wall.webp' })],
  ['landing_background_color', '#fffbe6', ':root .landing{--bg:#fffbe6'],
  ['landing_font_color', '#10243a', /:root \.landing\{[^}]*--ink:#10243a/],
  ['landing_button_color', '#8a2be2', /:root \.landing\{[^}]*--accent:#8a2be2/],
  ['landing_button_font_color', '#000000', /\.landing\{[^}]*--on-accent:/],
  ['landing_title_font', 'Hanken Grotesk', ".landing{--font-display:'Hanken Grotesk'"],
  ['landing_text_font', 'Fraunces', ".landing{--font-text:'Fraunces'"],
  ['payment_form_background_color', '#fffbe6', /:root \.payment-form\{--bg:#fffbe6;[^}]*background:var\(--bg\)/],
  ['payment_form_font_color', '#10243a', /:root \.payment-form\{[^}]*--ink:#10243a/],
  ['payment_form_field_color', '#fff0f0', /:root \.payment-form\{[^}]*--surface:#fff0f0/],
  ['payment_form_border_color', '#123456', /:root \.payment-form\{[^}]*--outline:#123456/],
  ['payment_form_button_color', '#8a2be2', /:root \.payment-form\{[^}]*--accent:#8a2be2/],
  ['payment_form_button_font_color', '#000000', /\.payment-form\{[^}]*--on-accent:/],
  ['payment_form_radius', '3px 0', '.payment-form{border-radius:3px 0px;--radius-field:3px;}'],
  [
    'payment_form_padding',
    '24px 16',
    '.payment-form{padding-block:24px 24px;padding-inline:min(16px,8vw) min(16px,8vw);}',
  ],
  [
    'new_signup_design_title_font_size',
    '40px|50px|60px|70px',
    '.subscribe-intro h1{font-size:clamp(1rem,40px,max(1rem,15vw));}@media (min-width:576px){.subscribe-intro h1{font-size:clamp(1rem,50px,',
  ],
  [
    'new_signup_design_description_font_size',
    '18px|18px|20px|22px',
    '.subscribe-intro .offer-lede{font-size:clamp(1rem,18px,max(1rem,8vw));}',
  ],
  ['favicon', '/media/tab.png', '<link rel="icon" href="/media/tab.png"'],
  ['manifest_icons', ['/media/icon-192.png'], /rel="apple-touch-icon"[^>]*href="\/media\/icon-192.png"/],
  ['share_image', '/media/share.jpg', '<meta property="og:image" content="http://luna.test:8000/media/share.jpg">'],
];

const diary = { label: 'Kiln diary', url: 'https://diary.example/', newTab: false, isEnabled: true };
const viewers: Record<'guest' | 'user' | 'subscriber' | 'admin' | 'super_admin', Given> = {
  guest: feed,
  user: as({}),
  subscriber: as({ ccbillSubscriptionStatus: '2' }),
  admin: as({ role: 'sub_admin', isAdmin: true }),
  super_admin: as({ role: 'admin', isAdmin: true }),
};
const bar: readonly Row[] = [
  ['avatar_url', '/media/face.jpg', 'src="/media/face.jpg"', { ...feed, settings: { show_avatar_image: true } }],
  ['show_avatar_image', true, 'src="/media/face.jpg"', { ...feed, settings: { avatar_url: '/media/face.jpg' } }],
  ['show_influencer_name', true, 'WELCOME TO', feed],
  ['navbar_welcome_text', 'Come into', 'Come into', { ...feed, settings: { show_influencer_name: true } }],
  ['influencer_name_color', '#a1b2c3', 'style="color:#a1b2c3"', feed],
  ['log_in_navbar_name', 'Step in', '>Step in<', feed],
  ['sign_up_navbar_name', 'Come along', '>Come along<', feed],
  ['home_navbar_name', 'The bench', '>The bench<', feed],
  [
    'gallery_navbar_name',
    'All pots',
    '>All pots<',
    { ...feed, settings: { 'menu_settings.guest': ['feed', 'gallery'] } },
  ],
  ['navbar_font_weight', '800', 'font-weight:800;'],
  ['navbar_padding', '9px', 'padding-block:9px 9px'],
  ['enable_center_navigation_menu', true, 'data-centred="true"', feed],
  ['custom_menu_links', [diary], /href="https:\/\/diary.example\/"[^>]*>Kiln diary/, feed],
  ...(['guest', 'user', 'subscriber', 'admin', 'super_admin'] as const).map((role): Row => [
    `menu_settings.${role}`,
    ['gallery'],
    'href="/gallery"',
    viewers[role],
  ]),
  ['links_navbar_name', 'Elsewhere', '>Elsewhere<', { ...feed, settings: { 'links_menu.guest': [diary] } }],
  ...(['guest', 'user', 'subscriber', 'admin', 'super_admin'] as const).map((role): Row => [
    `links_menu.${role}`,
    [diary],
    'href="https://diary.example/"',
    { ...viewers[role], path: '/links' },
  ]),
  ['links_page.title', 'Find me here', '>Find me here<', { path: '/links' }],
  ['links_page.description', 'Shops and friends', 'Shops and friends', { path: '/links' }],
  ['show_like_the_website_form', true, 'href="/like-the-website"'],
  ['footer_text_html', '<p>Fired by hand</p>', 'Fired by hand'],
  ['billing_support_url', '/faq?charges', 'href="/faq?charges"'],
  ...(
    [
      'instagram',
      'tiktok',
      'facebook',
      'twitter',
      'twitch',
      'discord',
      'snapchat',
      'youtube',
      'website',
      'amazon_wishlist',
    ] as const
  ).map((name): Row => [
    `theme_2_${name}_url`,
    `https://${name.replace('_', '-')}.example/luna`,
    `href="https://${name.replace('_', '-')}.example/luna"`,
  ]),
];

const film: Partial<Settings> = { enable_video_banner: true, video_banner_url: '/media/small.mp4' };
const land: readonly Row[] = [
  ['subscription_video_url', '/media/about.mp4', '<video src="/media/about.mp4"', { path: '/subscription-video' }],
  ['site_tagline', 'Pots, slowly', '<title>Luna &amp; Sons · Pots, slowly</title>'],
  ['site_description', 'From a shed in the fens', '<meta name="description" content="From a shed in the fens">'],
  ['model_name', 'Noor Halvorsen', '>Noor Halvorsen<'],
  ['model_first_name', 'Noor', '>Noor<'],
  ['model_last_name', 'Halvorsen', '>Halvorsen<'],
  ['banner_model_name', 'Noor of the fens', '>Noor of the fens<'],
  ['landing_theme', 'theme-2', 'data-layout="theme-2"'],
  ['landing_headline', 'Opened hot', 'Opened hot</h1>'],
  ['banner_image', '/media/wide.jpg', 'src="/media/wide.jpg"'],
  [
    'banner_image_for_mobile',
    '/media/tall.jpg',
    'srcSet="/media/tall.jpg"',
    landing({ banner_image: '/media/wide.jpg' }),
  ],
  ['enable_banner_section', false, { gone: /banner-media/ }, landing({ banner_image: '/media/wide.jpg' })],
  ['enable_video_banner', true, '<video', landing({ video_banner_url: '/media/small.mp4' })],
  ['video_banner_url', '/media/other.mp4', 'src="/media/other.mp4"', landing(film)],
  ['desktop_video_banner_url', '/media/large.mp4', 'src="/media/large.mp4"', landing(film)],
  ['enable_theme_1_banner_section', false, { gone: /<video/ }, landing({ ...film, landing_theme: 'theme-1' })],
  ...([1, 2, 3] as const).flatMap((n): Row[] => {
    const on = landing({ [`enable_section_${n}`]: true, [`section_${n}_title`]: 'Kiln days' });
    return [
      [`enable_section_${n}`, true, 'Kiln days', landing({ [`section_${n}_title`]: 'Kiln days' })],
      [`section_${n}_title`, 'Another title', 'Another title', on],
      [`section_${n}_description`, 'Every second week', 'Every second week', on],
      [`section_${n}_description_alignment`, 'center', 'data-align="center"', on],
      ...(n === 3 ? [] : [[`section_${n}_image`, '/media/part.jpg', 'src="/media/part.jpg"', on] as Row]),
      ...(n === 1 ? [] : [[`section_${n}_subscribe_now_text`, 'Watch it burn', 'Watch it burn', on] as Row]),
    ];
  }),
  ['enable_grid_section', true, 'src="/media/g1.jpg"', landing({ grid_section_image_1: '/media/g1.jpg' })],
  ...([1, 2, 3, 4, 5, 6] as const).map((n): Row => [
    `grid_section_image_${n}`,
    `/media/g${n}.jpg`,
    `src="/media/g${n}.jpg"`,
    landing({ enable_grid_section: true }),
  ]),
  ['login_title', 'Back at the bench', '>Back at the bench<', { path: '/login' }],
  ['signup_title', 'Take a seat', '>Take a seat<', { path: '/register' }],
  ['signup_description', 'A month of pots', '>A month of pots<', { path: '/register' }],
  ['signup_image', '/media/seat.jpg', 'src="/media/seat.jpg"', { path: '/login' }],
];

const hero: readonly Row[] = [
  ['hero_banner_text', 'Opened hot', 'Opened hot', feed],
  ['hero_banner_text_image', '/media/words.png', 'src="/media/words.png"', withHero],
  ['hero_banner_images', ['/media/one.jpg'], 'src="/media/one.jpg"', feed],
  ['hero_banner_video', '/media/loop.mp4', 'data-pictured="true"', feed],
  ['hero_banner_subscribe_text', 'Take a seat', 'Take a seat', withHero],
  [
    'hero_banner_button_text',
    'Kiln diary',
    '>Kiln diary<',
    { ...withHero, settings: { hero_banner_text: 'x', hero_banner_button_url: '/faq' } },
  ],
  [
    'hero_banner_button_url',
    '/kiln-diary',
    'href="/kiln-diary"',
    { ...withHero, settings: { hero_banner_text: 'x', hero_banner_button_text: 'Kiln diary' } },
  ],
  [
    'hero_banner_show_social_icons',
    true,
    'class="social-links"',
    { ...withHero, settings: { hero_banner_text: 'x', theme_2_youtube_url: 'https://y.example/' } },
  ],
  ['show_payment_icons', true, 'class="payment-icons"', withHero],
];

const posts: readonly Row[] = [
  ['is_feed_like_enabled', false, { gone: 'aria-pressed' }, { path: '/home', queries: [feedOf([post()])] }],
  ['feed_tag_filter_button_text', 'By glaze', 'By glaze', { ...feed, settings: { feed_tags_enable: true } }],
  ['timestamp_visibility.home_feed', true, '<time', feed],
  ['post_caption_blur_intensity', 13, 'filter:blur(13px)', feed],
  ['is_pagination_on_exclusive_content_enabled', true, 'class="feed-pager"', { path: '/home', queries: [numbered] }],
];

const banner = 'announcement_banner_settings';
const announced = (settings: Partial<Settings>, over: Parameters<typeof person>[0] = {}): Given => ({
  ...as(over),
  settings,
});
const told = {
  [`${banner}.is_announcement_banner_enabled_for_non_subscribers`]: true,
  [`${banner}.non_subscriber_announcement_banner_text`]: 'Kiln opens',
};
const announcements: readonly Row[] = [
  [
    `${banner}.is_announcement_banner_enabled_for_non_subscribers`,
    true,
    'Kiln opens',
    announced({ [`${banner}.non_subscriber_announcement_banner_text`]: 'Kiln opens' }),
  ],
  [`${banner}.non_subscriber_announcement_banner_text`, 'Kiln shuts', 'Kiln shuts', announced(told)],
  [
    `${banner}.is_announcement_banner_enabled_for_subscribers`,
    true,
    'For members',
    announced({ [`${banner}.subscriber_announcement_banner_text`]: 'For members' }, { ccbillSubscriptionStatus: '2' }),
  ],
  [
    `${banner}.subscriber_announcement_banner_text`,
    'Members only',
    'Members only',
    announced(
      { [`${banner}.is_announcement_banner_enabled_for_subscribers`]: true },
      { ccbillSubscriptionStatus: '2' },
    ),
  ],
];

const service: readonly Row[] = [
  [
    'display_coupon_box_to_user',
    true,
    'Coupon code',
    { path: '/subscribe', viewer: person(), queries: [{ key: queryKeys.quote('abcdefghijkl'), data: quote }] },
  ],
  ['contact_us_email', 'hello@luna.example', 'href="mailto:hello@luna.example"', page('contact-us')],
  ['contact_us_text', 'Write to the shed', 'Write to the shed', page('contact-us')],
  ['billing_support_email', 'bills@luna.example', 'href="mailto:bills@luna.example"', page('contact-us')],
  [
    'is_cancel_subscription_reason_enabled',
    true,
    'Reason for Cancellation',
    { path: '/profile/cancel-subscription', viewer: person({ ccbillSubscriptionStatus: '2' }) },
  ],
  [
    'reason_for_cancellation_popup_title',
    'Before you go',
    'Before you go',
    {
      path: '/profile/cancel-subscription',
      viewer: person({ ccbillSubscriptionStatus: '2' }),
      settings: { is_cancel_subscription_reason_enabled: true },
    },
  ],
  [
    'cancellation_reasons',
    ['Too many mugs'],
    'Too many mugs',
    {
      path: '/profile/cancel-subscription',
      viewer: person({ ccbillSubscriptionStatus: '2' }),
      settings: { is_cancel_subscription_reason_enabled: true },
    },
  ],
];

const rows = [...looks, ...bar, ...land, ...hero, ...posts, ...announcements, ...ribbonRows, ...service];

const bodyOf = async (given: Given): Promise<string> =>
  (await renderPage(bootstrapOf(given))).html.replace(/<script(?! type="module")[^>]*>.*?<\/script>/gs, '');
const valueOf = (html: string, property: string): string | undefined =>
  new RegExp(`${property}:([^;]+);`).exec(html)?.[1];
const isIn = (html: string, seen: string | RegExp): boolean =>
  typeof seen === 'string' ? html.includes(seen) : seen.test(html);

describe('a change of a setting', () => {
  it.each(rows.map(([key, value, seen, given = {}]) => ({ key, value, seen, given })))(
    '$key takes effect on a page',
    async ({ key, value, seen, given }) => {
      const before = await bodyOf(given);
      const after = await bodyOf({ ...given, settings: { ...given.settings, [key]: value } });
      if (typeof seen === 'object' && 'property' in seen) {
        expect(valueOf(before, seen.property)).toBeDefined();
        expect(valueOf(after, seen.property)).not.toBe(valueOf(before, seen.property));
      } else if (typeof seen === 'object' && 'gone' in seen) {
        expect([isIn(before, seen.gone), isIn(after, seen.gone)]).toEqual([true, false]);
      } else {
        expect([isIn(before, seen), isIn(after, seen)]).toEqual([false, true]);
      }
    },
  );
});

/** Effects that are seen elsewhere: at the interface, in a film, in a browser. */
const elsewhere: Readonly<Record<string, readonly (keyof Settings)[]>> = {
  'services/server/test/accounts/universal-login.test.ts': ['is_universal_login_enabled'],
  'services/server/test/accounts/lock-out.test.ts': [
    'is_recaptcha_enabled',
    'recaptcha_site_key',
    'recaptcha_secret_key',
  ],
  'services/server/test/coupons/coupons.test.ts': ['enable_coupons'],
  'services/server/test/promotions/promotions.test.ts': ['enable_promotion'],
  'services/server/test/resubscribe/resubscribe.test.ts': [
    'resubscribe_offer.for_subscribers_only',
    'resubscribe_offer.give_free_month_subscription',
    'resubscribe_offer.recurring_price',
    'resubscribe_offer.promo_banner_text',
  ],
  'services/server/test/checkout/card-tries.test.ts': ['card_attempts_before_check'],
  'services/server/test/disputes/card-brake.test.ts': ['card_brake', 'card_brake_share'],
  'services/server/test/checkout/purchase-limit.test.ts': ['transaction_limit_without_photo_id'],
  'services/server/test/comments/comments.test.ts': ['is_feed_comment_enabled'],
  'services/server/test/library/sold-files.test.ts': ['hide_earnings'],
  'services/server/test/media/media-work.test.ts': ['enable_watermark', 'watermark_position'],
  'services/server/test/memberships/migration.test.ts': [
    'migrate_subscription.is_enabled',
    'migrate_subscription.days_before',
  ],
  'services/server/test/memberships/reminders.test.ts': ['renewal_reminder_days'],
  'services/server/test/memberships/news.test.ts': [
    'subscription_email_notification.how_often',
    'subscription_email_notification.new_members',
    'subscription_email_notification.cancellations',
    'subscription_email_notification.failed_renewals',
  ],
  'services/server/test/realtime/purchase-notifications.test.ts': [
    'purchase_notification_settings.how_often',
    'purchase_notification_settings.admins',
    'purchase_notification_settings.content_managers',
    'purchase_notification_settings.support',
  ],
  'services/web/test/memberships/renewal.journey.test.ts': ['migrate_subscription.message_content'],
  'services/server/test/memberships/renewal.test.ts': [
    'returning_membership_price',
    'returning_recurring_membership_price',
  ],
  'services/server/test/checkout/payment-faults.test.ts': ['chargeback_fee_amount'],
  'services/server/test/posts/post-editing.test.ts': ['feed_tags_enable'],
  'services/server/test/staff/staff.test.ts': ['timezone', 'enable_csv_download_for_content_managers'],
  'services/server/test/sites/areas.test.ts': ['blocked_countries', 'blocked_regions', 'block_unknown_area'],
  'services/web/test/announcements/ribbons.test.tsx': ['promotion_default_ribbon_text'],
  'services/web/test/announcements/announcements.test.tsx': [
    'google_analytics_4_measurement_id',
    'show_misc_pop_up',
    'misc_pop_up_text',
  ],
  'services/web/test/sites/looks.journey.test.ts': ['hero_banner_mobile_video'],
  'services/server/test/checkout/another-way.test.ts': ['second_card_provider'],
  'services/server/test/checkout/waiting-payers.test.ts': ['card_entry'],
  'services/server/test/checkout/card-provider.test.ts': [
    'is_sticky_io_enabled',
    'sticky_io_settings.url',
    'sticky_io_settings.user_name',
    'sticky_io_settings.password',
    'sticky_io_settings.campaign_id',
    'sticky_io_settings.offer_id',
    'sticky_io_settings.product_id',
    'sticky_io_settings.billing_model_id',
    'sticky_io_settings.shipping_id',
    'sticky_io_card_field_url',
  ],
  'services/server/test/ccbill/ccbill-settings.test.ts': [
    'enable_ccbill_rest_api',
    'ccbill_settings.account_number',
    'ccbill_settings.sub_account',
    'ccbill_settings.form_name',
    'ccbill_settings.salt',
    'ccbill_settings.data_link_user',
    'ccbill_settings.data_link_password',
    'ccbill_settings.client_id',
    'ccbill_settings.client_secret',
  ],
  'services/server/test/wallet/crypto-settings.test.ts': [
    'is_crypto_payment_enabled',
    'enable_forumpay_payment_live_mode',
    'forumpay_settings.user',
    'forumpay_settings.secret',
    'forumpay_settings.pos_id',
    'wallet_settings.add_fund_minimum_amount',
    'wallet_settings.add_fund_maximum_amount',
  ],
  'services/web/test/wallet/add-funds.test.tsx': ['wallet_settings.add_fund_default_options'],
};

describe('every setting that the studio offers', () => {
  const root = join(import.meta.dirname, '../../../..');
  const wordsIn = (path: string) => stringsIn(readModule(path, readFileSync(join(root, path), 'utf8')).program);
  const offered = settingSections.flatMap(keysOf);
  const atInterface = wordsIn('services/server/test/sites/settings.test.ts');

  it('has a test that changes it and sees the effect', () => {
    const here = new Set<string>([...rows.map(([key]) => key), ...Object.values(elsewhere).flat()]);
    expect(offered.filter((key) => !here.has(key) && !hasString(atInterface, key))).toEqual([]);
    expect(
      Object.entries(elsewhere).flatMap(([path, keys]) => {
        const source = readFileSync(join(root, path), 'utf8');
        return keys.filter((key) => !source.includes(key)).map((key) => `${path}: ${key}`);
      }),
    ).toEqual([]);
  });

  it('is read by something, and what nothing reads is not offered', () => {
    expect(offered.filter(hasNoEffectYet)).toEqual([]);
  });

  it('and no setting that acts is left out', () => {
    const acting = [...settingUses]
      .filter(([key, use]) => 'readIn' in use && mayWriteSetting(key, 'admin'))
      .map(([key]) => key);
    expect(acting.filter((key) => !offered.includes(key))).toEqual(withoutScreen);
  });
});

/** Set by an operator, through the call: it chooses a version of the documents' calls. */
const withoutScreen = ['payment_api_version'];
