import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { MenuLink } from '@backlot/domain/settings';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../components/studio/switch.tsx';

interface LinksProps {
  readonly id: string;
  readonly name: string;
  readonly links: readonly MenuLink[];
  readonly most: number;
  readonly describedBy: string | undefined;
  readonly onChange: (links: readonly MenuLink[]) => void;
}

/** Links of a menu in their order. A line is kept when it is left and has both its words and its address. */
export function LinksControl({ id, name, links, most, describedBy, onChange }: LinksProps) {
  const { t } = useTranslation();
  const [lines, setLines] = useState<readonly MenuLink[]>(links);
  const shown = JSON.stringify(links);
  useEffect(() => setLines(JSON.parse(shown) as MenuLink[]), [shown]);
  const store = (next: readonly MenuLink[]): void => {
    setLines(next);
    const whole = next.filter(({ label, url }) => label.trim() !== '' && url.trim() !== '').map((link) => ({ ...link, label: link.label.trim(), url: link.url.trim() }));
    // A line that is being written is not lost by what is stored.
    if (whole.length === next.length) onChange(whole);
  };
  const type = (at: number, part: Partial<MenuLink>): void => setLines(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const set = (at: number, part: Partial<MenuLink>): void => store(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const move = (from: number, to: number): void => {
    const next = [...lines];
    next.splice(to, 0, ...next.splice(from, 1));
    store(next);
  };
  return (
    <div className="links-control" id={id} role="group" aria-label={name} aria-describedby={describedBy}>
      {lines.map((line, at) => {
        const named = line.label || t('set-link-n', { n: at + 1 });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other name while it is written
          <div key={at} className="link-line">
            <span className="input"><input dir="auto" aria-label={t('set-link-label')} placeholder={t('set-link-label')} value={line.label} maxLength={60} onChange={(event) => type(at, { label: event.target.value })} onBlur={() => store(lines)} /></span>
            <span className="input"><input dir="ltr" inputMode="url" aria-label={t('set-link-url')} placeholder="https://" value={line.url} maxLength={2000} onChange={(event) => type(at, { url: event.target.value })} onBlur={() => store(lines)} /></span>
            <label className="check-line"><input type="checkbox" checked={line.newTab} onChange={(event) => set(at, { newTab: event.target.checked })} />{t('set-link-new-tab')}</label>
            <span className="link-acts">
              <Switch label={t('set-link-shown', { name: named })} isOn={line.isEnabled} onChange={(isEnabled) => set(at, { isEnabled })} />
              <button type="button" className="btn" data-tone="ghost" data-size="s" data-square disabled={at === 0} aria-label={t('create-move-earlier-name', { name: named })} onClick={() => move(at, at - 1)}><ArrowUp className="icon" aria-hidden /></button>
              <button type="button" className="btn" data-tone="ghost" data-size="s" data-square disabled={at === lines.length - 1} aria-label={t('create-move-later-name', { name: named })} onClick={() => move(at, at + 1)}><ArrowDown className="icon" aria-hidden /></button>
              <button type="button" className="btn" data-tone="ghost" data-size="s" data-square aria-label={t('create-remove', { name: named })} onClick={() => store(lines.filter((_, index) => index !== at))}><Trash2 className="icon" aria-hidden /></button>
            </span>
          </div>
        );
      })}
      {lines.length < most ? <button type="button" className="btn" data-size="s" onClick={() => setLines([...lines, { label: '', url: '', newTab: false, isEnabled: true }])}><Plus className="icon" aria-hidden />{t('set-link-add')}</button> : null}
    </div>
  );
}
