import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioMenu } from '../../app/studio-menu.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useToast } from '../../components/toasts.tsx';
import { FoundMark } from './found-mark.tsx';
import { choose, readQuery, type PaletteItem } from './palette-items.ts';
import { usePaletteItems } from './palette-sources.ts';
import { useSaveSetting } from './save-setting.ts';
import './palette.css';

const groupTexts = { pages: 'palette-group-pages', actions: 'palette-group-actions', settings: 'palette-group-settings', posts: 'nav-posts', fans: 'nav-group-fans' } as const;

interface PaletteProps { readonly menu: StudioMenu; readonly onClose: () => void; readonly onKeys: () => void; readonly onLogOut: () => void }

/** The way to every page, setting, post and fan; a switch can be flipped from its result. */
export function CommandPalette({ menu, onClose, onKeys, onLogOut }: PaletteProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [chosenId, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const flip = useFlip();
  const found = choose(usePaletteItems({ menu, text, onKeys, onLogOut }), text);
  const flat = found.flatMap(({ items }) => items);
  // What comes later from the server goes below and does not move what is selected.
  const at = Math.max(0, flat.findIndex((item) => item.id === chosenId));
  const chosen = flat[at];
  const { words } = readQuery(text);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);

  const run = (item: PaletteItem): void => {
    if (item.toggle) return void flip(item);
    onClose();
    item.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && flat.length > 0) {
      event.preventDefault();
      setChosen(flat[(at + step + flat.length) % flat.length]?.id ?? null);
    }
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <Dialog title={t('palette-open')} hideTitle shape="full" className="palette" onClose={onClose}>
      <div className="palette-head">
        <Search className="icon" aria-hidden />
        <input
          data-first-focus role="combobox" aria-expanded="true" aria-controls={`${id}-list`} aria-autocomplete="list" aria-label={t('palette-open')} aria-activedescendant={chosen ? `${id}-${at}` : undefined}
          placeholder={t('palette-placeholder')} value={text} maxLength={100} autoComplete="off" spellCheck={false} onKeyDown={onKey}
          onChange={(event) => { setText(event.target.value); setChosen(null); }}
        />
        <button type="button" className="palette-esc" aria-label={`Esc: ${t('a11y-close')}`} onClick={onClose}><kbd>Esc</kbd></button>
      </div>
      <div ref={list} id={`${id}-list`} className="palette-list" role="listbox" aria-label={t('palette-open')}>
        {found.map(({ group, items }) => (
          <div key={group} role="group" aria-label={t(groupTexts[group])}>
            <p className="palette-group" aria-hidden="true">{t(groupTexts[group])}</p>
            {items.map((item) => {
              const index = flat.indexOf(item);
              return (
                <div
                  key={item.id} id={`${id}-${index}`} className="palette-item" role="option" tabIndex={-1} aria-selected={index === at}
                  onMouseMove={() => setChosen(item.id)} onClick={() => run(item)} onKeyDown={() => {}}
                >
                  <Sign item={item} />
                  <span className="palette-words"><b><FoundMark text={item.title} words={words} /></b>{item.note ? <small>{item.note}</small> : null}</span>
                  {item.keys?.map((key) => <kbd key={key}>{key}</kbd>)}
                  {item.toggle ? <span className="switch" data-on={item.toggle.isOn || undefined}><i /><span className="visually-hidden">{t(item.toggle.isOn ? 'set-on' : 'set-off')}</span></span> : null}
                </div>
              );
            })}
          </div>
        ))}
        {flat.length === 0 ? <p className="palette-none">{t('palette-empty')}</p> : null}
      </div>
      <p className="palette-foot"><span>{t('palette-hint')}</span><span><b>@</b> {t('nav-group-fans')} <b>#</b> {t('nav-posts')} <b>&gt;</b> {t('palette-group-actions')}</span></p>
      <p className="visually-hidden" role="status">{t('palette-count', { count: flat.length })}</p>
    </Dialog>
  );
}

function Sign({ item: { picture, icon: Icon } }: { item: PaletteItem }) {
  if (picture) return <img className="palette-sign" src={picture} alt="" width={32} height={32} />;
  return <span className="palette-sign">{Icon ? <Icon className="icon" aria-hidden /> : null}</span>;
}

function useFlip(): (item: PaletteItem) => Promise<void> {
  const { t } = useTranslation();
  const toast = useToast();
  const { save, errorText } = useSaveSetting();
  return async ({ toggle, title }) => {
    if (!toggle) return;
    try {
      await save(toggle.key, !toggle.isOn);
      const undo = (): void => void save(toggle.key, toggle.isOn);
      toast({ text: t('set-saved-value', { name: title, value: t(toggle.isOn ? 'set-off' : 'set-on') }), action: { label: t('btn-undo'), run: undo } });
    } catch (error) {
      toast({ text: errorText(error), tone: 'bad' });
    }
  };
}
