import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useResubscribeOffer } from '../../../entities/membership/resubscribe-offer.ts';
import { paths } from '../../../lib/paths.ts';
import { useDraftOffer } from './draft-offer.ts';
import '../../../components/ribbon/ribbon.css';
import { latePart } from '../../../lib/late-part.tsx';
import { withAccountTexts } from '../../../lib/texts/texts.ts';

// Nobody but a former member needs it: its place is held by the server's HTML.
const OfferRibbon = latePart(
  '.ribbon[data-kind="resubscribe"]',
  async () => (await import('./offer-ribbon.tsx')).OfferRibbon,
);
const ResubscribeSheet = lazy(async () => ({
  default: (await withAccountTexts(import('./resubscribe-sheet.tsx'))).ResubscribeSheet,
}));

/** The resubscribe offer, until it is closed. Its sheet stays over what the purchase changes (SUB-15, SUB-16, POPUP-25). */
export function ResubscribeRibbon() {
  const offer = useResubscribeOffer();
  const draft = useDraftOffer();
  const [asked, setAsked] = useState<ResubscribeOfferView | null>(null);
  const { pathname } = useLocation();
  const shown = draft ?? offer;
  return (
    <>
      {shown === null || pathname === paths.subscribe ? null : (
        <Suspense fallback={null}>
          <OfferRibbon offer={shown} onAsk={() => setAsked(offer)} />
        </Suspense>
      )}
      {asked === null ? null : (
        <Suspense fallback={null}>
          <ResubscribeSheet offer={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
