import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import type { CommandTools } from '../../../lib/commands.ts';
import type { PaletteItem } from '../../../lib/palette.ts';
import type { StudioMenu } from '../../../lib/studio-menu.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useSavedToast, useSaveSettings } from '../settings/save-setting.ts';
import { FoundMark } from './found-mark.tsx';
import { choose, readQuery } from './palette-items.ts';
import { usePaletteItems } from './palette-sources.ts';
import './palette.css';

const groupTexts = {
  pages: 'palette-group-pages',
  actions: 'palette-group-actions',
  settings: 'palette-group-settings',
  posts: 'nav-posts',
  fans: 'nav-group-fans',
  files: 'palette-group-files',
} as const;

interface PaletteProps {
  readonly menu: StudioMenu;
  readonly tools: CommandTools;
  readonly onClose: () => void;
}

/**
 * The way to every page, setting, post and fan; a switch can be flipped from its result. What fits and in which order
 * is ours (`choose`); cmdk keeps what is selected, also while the server's results arrive below it.
 */
export function CommandPalette({ menu, tools, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const flip = useFlip();
  const found = choose(usePaletteItems({ menu, text, tools }), text);
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  const { words } = readQuery(text);
  const run = (item: PaletteItem): void => {
    if (item.toggle) return void flip(item);
    onClose();
    item.run();
  };
  return (
    <CommandRoot className="palette-inside" label={t('palette-open')} shouldFilter={false} loop vimBindings={false}>
      <div className="palette-head">
        <Search className="icon" aria-hidden />
        <CommandInput
          ref={focus}
          placeholder={t('palette-placeholder')}
          value={text}
          maxLength={100}
          onValueChange={setText}
        />
        <button type="button" className="palette-esc" aria-label={`Esc: ${t('a11y-close')}`} onClick={onClose}>
          <kbd>Esc</kbd>
        </button>
      </div>
      <CommandList className="palette-list" label={t('palette-open')}>
        {found.map(({ group, items }) => (
          <CommandGroup key={group} heading={t(groupTexts[group])}>
            {items.map((item) => (
              <CommandItem key={item.id} value={item.id} className="palette-item" onSelect={() => run(item)}>
                <Sign item={item} />
                <span className="palette-text">
                  <b dir="auto">
                    <FoundMark text={item.title} words={words} />
                  </b>
                  {item.note ? <small>{item.note}</small> : null}
                </span>
                {item.keys?.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
                {item.toggle ? (
                  <span className="palette-switch" data-on={item.toggle.isOn || undefined}>
                    <i />
                    <span className="visually-hidden">{t(item.toggle.isOn ? 'set-on' : 'set-off')}</span>
                  </span>
                ) : null}
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
        {count === 0 ? <p className="palette-none">{t('palette-empty')}</p> : null}
      </CommandList>
      <p className="palette-foot">
        <span>{t('palette-hint')}</span>
        <span>
          <b>@</b> {t('nav-group-fans')} <b>#</b> {t('nav-posts')} <b>/</b> {t('palette-group-files')} <b>&gt;</b>{' '}
          {t('palette-group-actions')}
        </span>
      </p>
      <p className="visually-hidden" role="status">
        {t('palette-count', { count })}
      </p>
    </CommandRoot>
  );
}

const focus = (input: HTMLInputElement | null): void => input?.focus();

function Sign({ item: { picture, icon: Icon } }: { item: PaletteItem }) {
  if (picture) return <img className="palette-sign" src={picture} alt="" width={32} height={32} />;
  return <span className="palette-sign">{Icon ? <Icon className="icon" aria-hidden /> : null}</span>;
}

function useFlip(): (item: PaletteItem) => Promise<void> {
  const { t } = useTranslation();
  const toast = useToast();
  const { save } = useSaveSettings();
  const tellSaved = useSavedToast();
  const errorText = useErrorText();
  return async ({ toggle, title }) => {
    if (!toggle) return;
    try {
      const changeId = await save({ [toggle.key]: !toggle.isOn });
      tellSaved(t('set-saved-value', { name: title, value: t(toggle.isOn ? 'set-off' : 'set-on') }), changeId);
    } catch (error) {
      toast({ text: errorText(error), tone: 'bad' });
    }
  };
}
