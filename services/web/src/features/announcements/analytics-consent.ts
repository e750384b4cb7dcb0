import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { consentOf, isMeasurementId, keepConsent, type Consent } from '../../lib/analytics.ts';
import { useSetting } from '../../lib/site.tsx';
import type { Analytics } from '../../lib/start-analytics.ts';

/** Undefined until the browser was asked. */
export function useConsent(): [Consent | undefined, (consent: Consent) => void] {
  const [consent, setConsent] = useState<Consent | undefined>();
  useEffect(() => {
    const read = (): void => setConsent(consentOf(document.cookie));
    read();
    document.addEventListener('consent-changed', read);
    return () => document.removeEventListener('consent-changed', read);
  }, []);
  const choose = (chosen: Consent): void => {
    keepConsent(chosen);
    document.dispatchEvent(new Event('consent-changed'));
  };
  return [consent, choose];
}

/** The site's measurement id, where it is one; empty for a site that counts nothing. */
export function useMeasurementId(): string {
  const id = useSetting('google_analytics_4_measurement_id') ?? '';
  return isMeasurementId(id) ? id : '';
}

/** Counts the pages that are looked at, after consent and not a moment before (DECISIONS 42). */
export function useAnalytics(): void {
  const id = useMeasurementId();
  const [consent] = useConsent();
  const { pathname } = useLocation();
  const counting = useRef<Promise<Analytics | null> | null>(null);
  useEffect(() => {
    if (id === '' || consent !== 'yes') return;
    counting.current ??= begin(id);
    const { title } = document;
    // What comes after the first part of an address names posts and people.
    void counting.current.then((analytics) => analytics?.visit(`/${pathname.split('/')[1] ?? ''}`, title));
  }, [id, consent, pathname]);
}

/** Null where its code can't be had: nothing on the page waits for it. */
const begin = (id: string): Promise<Analytics | null> =>
  import('../../lib/start-analytics.ts').then(
    ({ startAnalytics }) => {
      const page = window as unknown as { dataLayer?: unknown[] };
      return startAnalytics(id, { dataLayer: (page.dataLayer ??= []), load: addScript, origin: location.origin });
    },
    () => null,
  );

function addScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  document.head.append(script);
}
