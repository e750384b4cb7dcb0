import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { Switch } from '../../../components/kit/switch.tsx';
import { keyCaps, openCommands } from '../../../lib/commands.ts';
import { chooseSingleKeys, hasSingleKeys } from '../../../lib/keys.ts';
import { usePaletteSources } from '../../../lib/palette.ts';
import { paths } from '../../../lib/paths.ts';
import type { StudioMenu } from '../../../lib/studio-menu.ts';
import './keys.css';

/** All keys, and the switch for the single ones. */
export function KeysDialog({ menu, onClose }: { menu: StudioMenu; onClose: () => void }) {
  const { t } = useTranslation();
  const { commands } = usePaletteSources();
  const [isOn, setOn] = useState(hasSingleKeys);
  const lines: readonly (readonly [string, string])[] = [
    ...openCommands(commands, menu).flatMap(({ key, text }) => (key === undefined ? [] : [[t(text), key] as const])),
    ...menu.all.map((entry) => [t('keys-go-to', { page: t(entry.text) }), `g ${entry.go}`] as const),
    ...(menu.has(paths.createPost) ? [[t('keys-submit'), 'mod+enter'] as const] : []),
    [t('keys-rows'), '↑ ↓'],
    [t('keys-table-of-chart'), 't'],
    [t('keys-close'), 'Esc'],
  ];
  return (
    <Dialog title={t('studio-keys')} onClose={onClose}>
      <dl className="keys-list">
        {lines.map(([what, key]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keyCaps(key).map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="keys-single">
        <span>{t('keys-single')}</span>
        <Switch
          label={t('keys-single')}
          isOn={isOn}
          onChange={(on) => {
            setOn(on);
            chooseSingleKeys(on);
          }}
        />
      </p>
    </Dialog>
  );
}
