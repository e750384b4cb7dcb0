import type { MenuLink, SettingDefinition, SettingKey } from '@backlot/domain/settings';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../components/studio/switch.tsx';
import { useSite } from '../../lib/site.tsx';
import { FontControl } from './font-control.tsx';
import { LinksControl } from './links-control.tsx';
import { MediaControl } from './media-control.tsx';
import { PicturesControl } from './pictures-control.tsx';
import { ThemeControl } from './theme-control.tsx';

interface ControlProps {
  readonly definition: SettingDefinition;
  readonly value: unknown;
  readonly name: string;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly choiceName: (choice: string) => string;
  /** Called when the person is done with the field, not with every letter. */
  readonly onChange: (value: unknown) => void;
}

/** The field that fits a setting's type. */
export function SettingControl(props: ControlProps) {
  const { definition, value, name, describedBy, choiceName, onChange } = props;
  const id = `control-${definition.key}`;
  if (definition.type === 'boolean') return <Switch id={id} label={name} describedBy={describedBy} isOn={value === true} onChange={onChange} />;
  if (definition.type === 'choice') {
    return (
      <span className="input"><select id={id} value={String(value ?? '')} aria-describedby={describedBy} onChange={(event) => onChange(event.target.value)}>
        {definition.choices.map((choice) => <option key={choice} value={choice}>{choiceName(choice)}</option>)}
      </select></span>
    );
  }
  if (definition.type === 'colour') return <Colour {...props} id={id} />;
  if (definition.type === 'links') return <LinksControl id={id} name={name} links={value as readonly MenuLink[] | undefined ?? []} most={definition.maxItems} describedBy={describedBy} onChange={onChange} />;
  if (definition.type === 'font') return <FontControl id={id} value={String(value ?? '')} describedBy={describedBy} onChange={onChange} />;
  if (definition.key === 'theme_name') return <ThemeControl id={id} name={name} value={String(value ?? '')} describedBy={describedBy} onChange={onChange} />;
  if (definition.type === 'media') return <MediaControl settingKey={definition.key} id={id} name={name} value={String(value ?? '')} onChange={onChange} address={<Typed {...props} id={id} />} />;
  if (definition.key === 'hero_banner_images') return <PicturesControl settingKey={definition.key} id={id} name={name} paths={value as readonly string[] | undefined ?? []} describedBy={describedBy} onChange={onChange} />;
  return <Typed {...props} id={id} />;
}

/** What is typed is kept until the field is left or Enter is pressed. */
function useTyped(shown: string, isWrong: boolean): [string, (text: string) => void] {
  const [text, setText] = useState(shown);
  useEffect(() => {
    // Undo and other people's changes come in; what was refused stays to be corrected.
    if (!isWrong) setText(shown);
  }, [shown, isWrong]);
  return [text, setText];
}

/** Words that are set in lines on a banner. */
const inLines: ReadonlySet<string> = new Set<SettingKey>(['hero_banner_text', 'landing_headline']);

function Typed({ definition, value, describedBy, isWrong, onChange, id }: ControlProps & { id: string }) {
  const { t } = useTranslation();
  const { currency } = useSite();
  const isList = definition.type === 'strings';
  const isNumber = definition.type === 'amount' || definition.type === 'integer';
  const isLong = isList || inLines.has(definition.key) || definition.type === 'html' || (definition.type === 'text' && definition.max >= 400);
  const [text, setText] = useTyped(isList ? (value as readonly string[] | undefined ?? []).join('\n') : String(value ?? ''), isWrong);
  const done = (): void => {
    if (isList) onChange(text.split('\n').map((line) => line.trim()).filter(Boolean));
    else if (isNumber) onChange(text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));
    else onChange(text.trim());
  };
  const shared = { id, value: text, 'aria-describedby': describedBy, 'aria-invalid': isWrong || undefined, onBlur: done, dir: isNumber ? undefined : 'auto' as const };
  if (isLong) return <span className="input" data-wrong={isWrong || undefined}><textarea {...shared} rows={isList ? 4 : inLines.has(definition.key) ? 2 : 3} placeholder={isList ? t('set-one-a-line') : undefined} onChange={(event) => setText(event.target.value)} /></span>;
  return (
    <span className="input" data-wrong={isWrong || undefined} data-number={isNumber || undefined}>
      <input
        {...shared} type={definition.type === 'email' ? 'email' : 'text'} inputMode={isNumber ? 'decimal' : definition.type === 'url' ? 'url' : undefined}
        maxLength={'max' in definition && !isNumber ? definition.max : undefined} onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => { if (event.key === 'Enter') done(); }}
      />
      {definition.type === 'amount' ? <span className="muted small" aria-hidden="true">{currency}</span> : null}
    </span>
  );
}

function Colour({ value, name, describedBy, isWrong, onChange, id }: ControlProps & { id: string }) {
  const { t } = useTranslation();
  const [text, setText] = useTyped(String(value ?? ''), isWrong);
  return (
    <span className="input colour-input" data-wrong={isWrong || undefined}>
      <input className="colour-well" type="color" aria-label={t('set-pick-colour', { name })} value={/^#[\da-f]{6}$/i.test(text) ? text : '#888888'} data-empty={text === '' || undefined} onChange={(event) => setText(event.target.value)} onBlur={() => onChange(text)} />
      <input id={id} value={text} maxLength={9} placeholder={t('set-theme-default')} spellCheck={false} aria-describedby={describedBy} aria-invalid={isWrong || undefined} onChange={(event) => setText(event.target.value)} onBlur={() => onChange(text.trim())} onKeyDown={(event) => { if (event.key === 'Enter') onChange(text.trim()); }} />
      {text === '' ? null : <button type="button" className="link-button small" onClick={() => { setText(''); onChange(''); }}>{t('btn-reset')}</button>}
    </span>
  );
}
