import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { isQuietPath } from '../../../entities/membership/quiet-paths.ts';
import type { FrameSlotProps } from '../../../lib/feature.ts';
import { useBootstrap, useMe } from '../../../lib/site.tsx';
import { withAccountTexts } from '../../../lib/texts/texts.ts';

const MigrationDialog = lazy(async () => ({
  default: (await withAccountTexts(import('./migration-dialog.tsx'))).MigrationDialog,
}));

/** SUB-32: never during a task, nor beside what is said of a renewal that failed. */
export function MigrationPopup({ frame }: FrameSlotProps) {
  const me = useMe();
  const { isPreview } = useBootstrap();
  const { pathname } = useLocation();
  if (!me?.showMigrationPopup || me.showRebillFailedPopup || isPreview) return null;
  if (frame !== 'site' || isQuietPath(pathname)) return null;
  return (
    <Suspense fallback={null}>
      <MigrationDialog me={me} />
    </Suspense>
  );
}
