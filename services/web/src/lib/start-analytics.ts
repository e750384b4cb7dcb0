export interface Analytics {
  readonly visit: (path: string, title: string) => void;
}

interface AnalyticsPage {
  readonly dataLayer: unknown[];
  /** Adds the script to the page. */
  readonly load: (address: string) => void;
  readonly origin: string;
}

/** GEN-17, DECISIONS 42: begins to count, in USD. Called after consent only. Addresses go without their query, which may hold a token. */
export function startAnalytics(id: string, { dataLayer, load, origin }: AnalyticsPage): Analytics {
  // The library tells calls from other things by their being `arguments`.
  const gtag: (...call: unknown[]) => void = function () {
    // oxlint-disable-next-line prefer-rest-params -- see above
    dataLayer.push(arguments);
  };
  gtag('js', new Date());
  gtag('set', { currency: 'USD', allow_google_signals: false });
  gtag('config', id, { send_page_view: false });
  load(`https://www.googletagmanager.com/gtag/js?id=${id}`);
  return {
    visit: (path, title) => gtag('event', 'page_view', { page_location: `${origin}${path}`, page_title: title }),
  };
}
