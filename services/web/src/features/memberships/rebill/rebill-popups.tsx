import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import type { FrameSlotProps } from '../../../lib/feature.ts';
import { isQuietPath } from '../../../entities/membership/quiet-paths.ts';
import { useBootstrap, useMe } from '../../../lib/site.tsx';
import { withAccountTexts } from '../../../lib/texts/texts.ts';

const RebillFailedDialog = lazy(async () => ({
  default: (await withAccountTexts(import('./rebill-failed-dialog.tsx'))).RebillFailedDialog,
}));
const RenewalAtRiskDialog = lazy(async () => ({
  default: (await withAccountTexts(import('./renewal-at-risk-dialog.tsx'))).RenewalAtRiskDialog,
}));

/** What a fan is told of a renewal that failed, or will fail; one thing at a time, and never during a task. */
export function RebillPopups({ frame }: FrameSlotProps) {
  const me = useMe();
  const { isPreview } = useBootstrap();
  const { pathname } = useLocation();
  if (me === null || isPreview || frame !== 'site' || isQuietPath(pathname)) return null;
  const risk = me.rebill_notification;
  const { showRebillFailedPopup: hasFailed } = me;
  // Who is asked to go on with another account mends it with that.
  if (!hasFailed && (risk === null || me.showMigrationPopup)) return null;
  return (
    <Suspense fallback={null}>
      {hasFailed ? <RebillFailedDialog me={me} /> : null}
      {!hasFailed && risk !== null ? <RenewalAtRiskDialog me={me} risk={risk} /> : null}
    </Suspense>
  );
}
