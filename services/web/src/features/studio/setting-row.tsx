import { Check, CircleAlert } from 'lucide-react';
import type { SettingKey } from '@backlot/domain/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useSettingValues } from '../../lib/site.tsx';
import { readSetting } from '../../lib/settings.ts';
import { useSaveSetting } from './save-setting.ts';
import { SettingControl } from './setting-control.tsx';
import { definitionOf } from './setting-sections.ts';
import { useSettingNames } from './setting-names.ts';

type Outcome = { readonly kind: 'saving' } | { readonly kind: 'saved'; readonly before: unknown } | { readonly kind: 'wrong'; readonly text: string } | null;

/** What is asked before, since many people see it at once. */
const isDangerous = (key: SettingKey, value: unknown): boolean => (key === 'maintenance_mode' && value === true) || (key === 'show_age_modal' && value === false);

/** One setting: its name, a sentence, its control; saved by itself, with the way back. */
export function SettingRow({ settingKey: key, isWanted, onSaved }: { settingKey: SettingKey; isWanted: boolean; onSaved: () => void }) {
  const { t, i18n } = useTranslation();
  const names = useSettingNames();
  const value = readSetting(useSettingValues(), key);
  const { check, save, errorText } = useSaveSetting();
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [asked, setAsked] = useState<{ value: unknown } | null>(null);
  const definition = definitionOf(key);
  const name = names.name(key);
  const help = names.help(key);
  const isWide = ['html', 'strings', 'links'].includes(definition.type) || key === 'theme_name' || ('max' in definition && definition.type === 'text' && definition.max >= 400);

  const store = async (next: unknown): Promise<void> => {
    setOutcome({ kind: 'saving' });
    try {
      const before = await save(key, next);
      setOutcome({ kind: 'saved', before });
      onSaved();
    } catch (error) {
      setOutcome({ kind: 'wrong', text: errorText(error) });
    }
  };
  const onChange = (next: unknown): void => {
    if (JSON.stringify(next) === JSON.stringify(value)) return setOutcome((before) => (before?.kind === 'wrong' ? null : before));
    const wrong = check(key, next);
    if (wrong !== null) return setOutcome({ kind: 'wrong', text: wrong });
    if (isDangerous(key, next)) return setAsked({ value: next });
    return void store(next);
  };
  const ask = (part: string): string => i18n.exists(`set-${key.replaceAll('_', '-')}-ask${part}`) ? t(`set-${key.replaceAll('_', '-')}-ask${part}` as 'set-maintenance-mode-ask') : '';
  return (
    <div className="setting-row" id={`setting-${key}`} data-wide={isWide || undefined} data-wanted={isWanted || undefined}>
      <div className="setting-words">
        <label htmlFor={`control-${key}`}>{name}</label>
        {help ? <p id={`help-${key}`}>{help}</p> : null}
      </div>
      <div className="setting-control">
        <SettingControl definition={definition} value={value} name={name} describedBy={help ? `help-${key}` : undefined} isWrong={outcome?.kind === 'wrong'} choiceName={(choice) => names.choice(key, choice)} onChange={onChange} />
        <div className="setting-outcome" role="status">
          {outcome?.kind === 'saving' ? <span className="muted">{t('saving')}</span> : null}
          {outcome?.kind === 'saved' ? <><Check className="icon" aria-hidden /><span>{t('saved')}</span><button type="button" className="link-button" aria-label={`${t('btn-undo')}: ${name}`} onClick={() => { const { before } = outcome; void store(before).then(() => setOutcome(null)); }}>{t('btn-undo')}</button></> : null}
          {outcome?.kind === 'wrong' ? <span className="form-wrong"><CircleAlert className="icon" aria-hidden />{outcome.text}</span> : null}
        </div>
      </div>
      {asked ? (
        <ConfirmDialog title={ask('')} confirmLabel={t(key === 'maintenance_mode' ? 'set-turn-on' : 'set-turn-off')} onCancel={() => setAsked(null)} onConfirm={() => { void store(asked.value); setAsked(null); }}>
          <p>{ask('-text')}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
