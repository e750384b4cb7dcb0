import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { ConsentCard } from '../../src/features/announcements/consent-card.tsx';
import { InstallCard } from '../../src/features/announcements/install-card.tsx';
import { popupToShow } from '../../src/features/announcements/popup-to-show.ts';
import { SitePopup } from '../../src/features/announcements/site-popup.tsx';
import { consentOf, isMeasurementId } from '../../src/lib/analytics.ts';
import { startAnalytics } from '../../src/lib/start-analytics.ts';
import { watchReturn } from '../../src/lib/navigation/return-to-app.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

async function draw(element: ReactNode): Promise<string> {
  const bootstrap = bootstrapOf();
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        {element}
      </Providers>
    </MemoryRouter>,
  )
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
}

describe('the announcement', () => {
  const settings = {
    'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers': true,
    'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers': true,
    'announcement_banner_settings.subscriber_announcement_banner_text': 'For members',
    'announcement_banner_settings.non_subscriber_announcement_banner_text': 'For the others',
  };
  const fan = (status: '0' | '1' | '2') => person({ ccbillSubscriptionStatus: status });
  const ribbon = async (viewer: ReturnType<typeof person> | null, over: object = {}, path = '/faq') =>
    /<section class="ribbon" data-kind="announcement"[\s\S]*?<\/section>/.exec(
      (await render(bootstrapOf({ path, viewer, settings: { ...settings, ...over } }))).html,
    )?.[0] ?? '';

  it('POPUP-26 POPUP-27 tells members and people without a membership their own text', async () => {
    for (const status of ['1', '2'] as const) expect(await ribbon(fan(status))).toContain('For members');
    expect(await ribbon(fan('0'))).toContain('For the others');
  });
  it('POPUP-28 is there only for the group that it is on for', async () => {
    const off = { 'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers': false };
    expect(await ribbon(fan('2'), off)).toBe('');
    expect(await ribbon(fan('0'), off)).toContain('For the others');
    for (const viewer of [null, person({ role: 'model', isAdmin: true })]) expect(await ribbon(viewer)).toBe('');
  });
  it('POPUP-29 is not on /subscribe', async () => {
    expect(await ribbon(fan('0'), {}, '/subscribe')).toBe('');
  });
  it('POPUP-30 POPUP-31 can be closed, and has a size for each width', async () => {
    const html = await ribbon(fan('2'));
    expect(html).toMatch(/<button[^>]*aria-label="Close"/);
    expect(html).toContain('--ribbon-size-1:25px;--ribbon-size-2:25px;--ribbon-size-3:30px;--ribbon-size-4:30px');
  });
});

describe("the site's popup", () => {
  it('POPUP-22 shows the text that the site wrote, with an Ok button', async () => {
    const html = await draw(<SitePopup text="We are away until May." onClose={() => {}} />);
    expect(html).toContain('We are away until May.');
    expect(html).toMatch(/<button[^>]*>(?:<[^>]*>)*Ok</);
  });
  it('POPUP-22 comes while it is switched on, until Ok was pressed on this text', () => {
    const settings = { show_misc_pop_up: true, misc_pop_up_text: 'We are away until May.' };
    expect([null, 'An older text'].map((seen) => popupToShow(settings, seen))).toEqual([
      'We are away until May.',
      'We are away until May.',
    ]);
    expect(popupToShow(settings, 'We are away until May.')).toBeNull();
    expect(popupToShow(settings, undefined)).toBeNull();
    expect(popupToShow({ ...settings, show_misc_pop_up: false }, null)).toBeNull();
    expect(popupToShow({ ...settings, misc_pop_up_text: '' }, null)).toBeNull();
  });
});

describe('the install popup', () => {
  it('POPUP-07 POPUP-09 has a text of its own at each count, and can be switched off', async () => {
    const cards = await Promise.all(
      ([3, 12, 21, 30] as const).map((text) => draw(<InstallCard text={text} onClose={() => {}} />)),
    );
    expect(new Set(cards.map((html) => /<p>(.*?)<\/p>/.exec(html)?.[1])).size).toBe(4);
    for (const html of cards) expect(html).toContain("Don't show this again");
  });
});

describe('counting visits', () => {
  it('GEN-17 asks first, with both answers alike', async () => {
    const html = await draw(<ConsentCard onChoose={() => {}} />);
    expect(html).toContain('Nothing is loaded unless you agree.');
    const [refuse, agree] = [...html.matchAll(/<button[^>]*data-tone="(\w+)"/g)].map((found) => found[1]);
    expect(refuse).toBe(agree);
  });
  it('GEN-17 counts in USD, and names no query and no person', () => {
    const [dataLayer, loaded]: [unknown[], string[]] = [[], []];
    startAnalytics('G-ABC1234', {
      dataLayer,
      load: (address) => loaded.push(address),
      origin: 'https://luna.example',
    }).visit('/feed', 'Feed');
    const calls = dataLayer.map((call) => [...(call as ArrayLike<unknown> & Iterable<unknown>)]);
    expect(loaded).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC1234']);
    expect(calls).toContainEqual(['set', expect.objectContaining({ currency: 'USD' })]);
    expect(calls.at(-1)).toEqual([
      'event',
      'page_view',
      { page_location: 'https://luna.example/feed', page_title: 'Feed' },
    ]);
  });
  it('reads the answer from the cookie, and takes nothing for a measurement id that is none', () => {
    expect(['analytics=yes', 'a=1; analytics=no', 'analytics=', 'xanalytics=yes', ''].map(consentOf)).toEqual([
      'yes',
      'no',
      null,
      null,
      null,
    ]);
    expect(['G-ABC1234', 'UA-1-1', 'G-"><script>', ''].map(isMeasurementId)).toEqual([true, false, false, false]);
  });
  it('can be reconsidered in the footer of a site that counts', async () => {
    const footer = async (settings: object) => (await render(bootstrapOf({ path: '/faq', settings }))).html;
    expect(await footer({ google_analytics_4_measurement_id: 'G-ABC1234' })).toContain('Cookie settings');
    expect(await footer({})).not.toContain('Cookie settings');
  });
});

describe('an installed app that comes back', () => {
  const away = (ms: number, isInstalled: boolean): number => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    let [now, refreshed] = [0, 0];
    const stop = watchReturn(
      page,
      () => isInstalled,
      () => {
        refreshed += 1;
      },
      () => now,
    );
    const turn = (state: DocumentVisibilityState): void => {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    turn('hidden');
    now = ms;
    turn('visible');
    turn('visible');
    stop();
    turn('hidden');
    now *= 3;
    turn('visible');
    return refreshed;
  };
  it('GEN-18 is refreshed after 900 seconds in the background, once, and no sooner', () => {
    expect([away(899_999, true), away(900_000, true)]).toEqual([0, 1]);
  });
  it('GEN-18 a page in a tab is left alone', () => {
    expect(away(9_000_000, false)).toBe(0);
  });
});
