import { validateSetting, type SettingKey } from '@backlot/domain/settings';
import { LiveFrame } from '../../../components/kit/form/live-frame.tsx';
import type { FormDraft } from '../../../components/kit/form/use-form-draft.ts';
import type { RibbonKind } from '../../../components/ribbon/ribbon-look.ts';
import { previewedRibbon, previewPath } from '../../../lib/preview.ts';
import { readSetting, type SettingValues } from '../../../lib/settings.ts';
import { keysOf, settingSections } from './setting-sections.ts';

const shown: readonly SettingKey[] = settingSections.flatMap(keysOf).filter((key) => key !== 'maintenance_mode');

interface PreviewProps {
  readonly page: string;
  readonly ribbon?: RibbonKind | undefined;
  readonly draft: FormDraft;
  readonly values: SettingValues;
}

/** A page of the site with the values of the draft; one that is not good yet counts as it is saved. */
export function SettingPreview({ page, ribbon, draft, values }: PreviewProps) {
  const valueOf = (key: SettingKey): unknown => {
    const checked = key in draft.edits ? validateSetting(key, draft.edits[key]) : null;
    return checked?.ok ? checked.value : readSetting(values, key);
  };
  return (
    <LiveFrame
      src={previewPath(page, String(valueOf('theme_name') ?? ''))}
      draftOf={(scheme) => ({
        settingDraft: {
          ...Object.fromEntries(shown.map((key) => [key, valueOf(key)])),
          [previewedRibbon]: ribbon ?? null,
          ...(scheme === null ? {} : { colour_mode: scheme }),
        },
      })}
    />
  );
}
