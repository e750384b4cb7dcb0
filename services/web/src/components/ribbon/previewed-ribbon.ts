import { previewedRibbon } from '../../lib/preview.ts';
import type { RibbonKind } from './ribbon-look.ts';
import { useBootstrap, useSettingValues } from '../../lib/site.tsx';

/** Whether a preview is there for another ribbon, which is to be seen alone. */
export function useIsOtherPreviewed(kind: RibbonKind): boolean {
  const previewed = usePreviewedRibbon();
  return previewed != null && previewed !== kind;
}

/** The ribbon that a preview is there for, whoever would see it on the site; null everywhere else. */
export function usePreviewedRibbon(): unknown {
  const { isPreview } = useBootstrap();
  const values = useSettingValues();
  return isPreview ? values[previewedRibbon] : null;
}
