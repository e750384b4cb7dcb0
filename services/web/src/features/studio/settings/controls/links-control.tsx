import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { validateSetting, type MenuLink } from '@backlot/domain/settings';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { Switch } from '../../../../components/kit/switch.tsx';

/** As many as a menu takes. */
const most = 30;

/** Links of a menu in their order. */
export function LinksControl({ fieldId, id, name, value, describedBy, isWrong, onChange, onLeave }: ControlProps) {
  const { t } = useTranslation();
  const lines = (value as readonly MenuLink[] | undefined) ?? [];
  // The sentence beside the list says that one of them is wrong; the field itself is marked.
  const isBad = (line: MenuLink): boolean => isWrong && !validateSetting(fieldId, [line]).ok;
  const set = (at: number, part: Partial<MenuLink>): void =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const move = (from: number, to: number): void => {
    const next = [...lines];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <div className="links-control" id={id} role="group" aria-label={name} aria-describedby={describedBy}>
      {lines.map((line, at) => {
        const named = line.label || t('set-link-n', { n: at + 1 });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other name while it is written
          <div key={at} className="link-line">
            <span className="input">
              <input
                dir="auto"
                aria-label={t('set-link-label')}
                aria-invalid={isBad({ ...line, url: 'https://example.com/' }) || undefined}
                placeholder={t('set-link-label')}
                value={line.label}
                maxLength={60}
                onChange={(event) => set(at, { label: event.target.value })}
                onBlur={onLeave}
              />
            </span>
            <span className="input">
              <input
                dir="ltr"
                inputMode="url"
                aria-label={t('set-link-url')}
                aria-invalid={isBad({ ...line, label: name }) || undefined}
                placeholder="https://"
                value={line.url}
                maxLength={2000}
                onChange={(event) => set(at, { url: event.target.value })}
                onBlur={onLeave}
              />
            </span>
            <label className="check-line">
              <input
                type="checkbox"
                checked={line.newTab}
                onChange={(event) => set(at, { newTab: event.target.checked })}
              />
              {t('set-link-new-tab')}
            </label>
            <span className="link-acts">
              <Switch
                label={t('set-link-shown', { name: named })}
                isOn={line.isEnabled}
                onChange={(isEnabled) => set(at, { isEnabled })}
              />
              <IconButton
                disabled={at === 0}
                aria-label={t('create-move-earlier-name', { name: named })}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp className="icon" aria-hidden />
              </IconButton>
              <IconButton
                disabled={at === lines.length - 1}
                aria-label={t('create-move-later-name', { name: named })}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown className="icon" aria-hidden />
              </IconButton>
              <IconButton
                aria-label={t('create-remove', { name: named })}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              >
                <Trash2 className="icon" aria-hidden />
              </IconButton>
            </span>
          </div>
        );
      })}
      {lines.length < most ? (
        <Button
          size="small"
          onClick={() => onChange([...lines, { label: '', url: '', newTab: false, isEnabled: true }])}
        >
          <Plus className="icon" aria-hidden />
          {t('set-link-add')}
        </Button>
      ) : null}
    </div>
  );
}
