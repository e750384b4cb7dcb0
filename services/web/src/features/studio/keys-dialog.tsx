import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import type { StudioMenu } from '../../app/studio-menu.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Switch } from '../../components/studio/switch.tsx';
import { chooseSingleKeys, hasSingleKeys, isApple } from '../../lib/keys.ts';
import './palette.css';

/** All keys, and the switch for the single ones. */
export function KeysDialog({ menu, onClose }: { menu: StudioMenu; onClose: () => void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(hasSingleKeys);
  const mod = isApple() ? '⌘' : 'Ctrl';
  const lines: readonly (readonly [string, readonly string[]])[] = [
    [t('palette-open'), [mod, 'K']],
    [t('keys-search-page'), ['/']],
    ...menu.all.map((entry) => [t('keys-go-to', { page: t(entry.text) }), ['G', entry.go.toUpperCase()]] as const),
    ...(menu.has(paths.createPost) ? [[t('studio-create-post'), ['C']], [t('keys-submit'), [mod, '↵']]] as const : []),
    [t('keys-rows'), ['↑', '↓']],
    [t('keys-table-of-chart'), ['T']],
    [t('keys-close'), ['Esc']],
  ];
  return (
    <Dialog title={t('studio-keys')} onClose={onClose}>
      <dl className="keys-list">
        {lines.map(([what, keys]) => <div key={what}><dt>{what}</dt><dd>{keys.map((one) => <kbd key={one}>{one}</kbd>)}</dd></div>)}
      </dl>
      <p className="keys-single"><span>{t('keys-single')}</span><Switch label={t('keys-single')} isOn={isOn} onChange={(on) => { setOn(on); chooseSingleKeys(on); }} /></p>
    </Dialog>
  );
}
