import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import type { FrameSlotProps } from '../../../lib/feature.ts';
import { paths } from '../../../lib/paths.ts';
import { useBootstrap, useMe } from '../../../lib/site.tsx';

const RebillFailedDialog = lazy(async () => ({
  default: (await import('./rebill-failed-dialog.tsx')).RebillFailedDialog,
}));
const RenewalAtRiskDialog = lazy(async () => ({
  default: (await import('./renewal-at-risk-dialog.tsx')).RenewalAtRiskDialog,
}));

/** Where a renewal is mended or ended, help is found, or what was bought is looked at: nobody is stopped there. */
const quiet: readonly string[] = [
  paths.subscribe,
  paths.membership,
  paths.profile,
  paths.purchases,
  paths.terms,
  paths.privacy,
  paths.refunds,
  paths.dmca,
  paths.contentRemoval,
  paths.records,
  paths.faq,
  paths.contact,
];
const isQuiet = (path: string): boolean => quiet.some((one) => path === one || path.startsWith(`${one}/`));

/** What a fan is told of a renewal that failed, or will fail; one thing at a time, and never during a task. */
export function RebillPopups({ frame }: FrameSlotProps) {
  const me = useMe();
  const { isPreview } = useBootstrap();
  const { pathname } = useLocation();
  if (me === null || isPreview || frame !== 'site' || isQuiet(pathname)) return null;
  const risk = me.rebill_notification;
  if (!me.showRebillFailedPopup && risk === null) return null;
  return (
    <Suspense fallback={null}>
      {me.showRebillFailedPopup ? <RebillFailedDialog me={me} /> : null}
      {!me.showRebillFailedPopup && risk !== null ? <RenewalAtRiskDialog risk={risk} /> : null}
    </Suspense>
  );
}
