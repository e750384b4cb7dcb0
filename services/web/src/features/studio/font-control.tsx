import { useTranslation } from 'react-i18next';
import { useSetting } from '../../lib/site.tsx';
import { useThemeLooks } from '../../theme/theme-looks.ts';

interface FontControlProps { readonly id: string; readonly value: string; readonly describedBy: string | undefined; readonly onChange: (value: string) => void }

/** A type family among those that the site's theme serves; one of another theme is kept, and has no effect. */
export function FontControl({ id, value, describedBy, onChange }: FontControlProps) {
  const { t } = useTranslation();
  const theme = useSetting('theme_name');
  const families = useThemeLooks().find(({ name }) => name === theme)?.families ?? [];
  const offered = value === '' || families.includes(value) ? families : [...families, value];
  return (
    <span className="input"><select id={id} value={value} aria-describedby={describedBy} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('set-theme-default')}</option>
      {offered.map((family) => <option key={family} value={family}>{family}</option>)}
    </select></span>
  );
}
