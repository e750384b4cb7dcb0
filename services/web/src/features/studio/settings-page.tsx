import { isStoredRole } from '@backlot/domain/roles';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { SearchBox } from '../../components/studio/search-box.tsx';
import { useAddress } from '../../components/studio/use-address.ts';
import { useMe } from '../../lib/site.tsx';
import { SettingRow } from './setting-row.tsx';
import { sectionsFor, type SettingSection } from './setting-sections.ts';
import { useSettingNames } from './setting-names.ts';
import './settings.css';

/** Every setting that this person may change, by section or as found. Each is saved by itself and at once. */
export function Page() {
  const { t } = useTranslation();
  const [params, change] = useAddress();
  const names = useSettingNames();
  const role = useMe()?.role;
  const [hasSaved, setSaved] = useState(false);
  const sections = isStoredRole(role) ? sectionsFor(role) : [];
  const search = params.get('search') ?? '';
  const current = sections.find(({ id }) => id === params.get('section')) ?? sections[0];
  const wanted = params.get('key');
  useEffect(() => {
    const row = wanted === null ? null : document.getElementById(`setting-${wanted}`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  }, [wanted]);
  const found = search === '' ? (current ? [current] : []) : find(sections, search, (key) => `${names.name(key)} ${names.help(key)} ${key}`, (section) => `${t(section.text)} ${t(section.help)}`);
  return (
    <>
      <PageTop title={t('nav-settings')}><span className="small muted" role="status">{hasSaved ? t('set-saved-live') : ''}</span></PageTop>
      <div className="settings">
        <div className="settings-side">
          <SearchBox label={t('set-search')} value={search} onSearch={(text) => change({ search: text, key: null }, true)} />
          <Sections sections={sections} current={search === '' ? (current?.id ?? null) : null} onChoose={(section) => change({ section, search: null, key: null })} />
        </div>
        <div className="settings-body">
          {found.length === 0 ? <Empty icon={SlidersHorizontal} text={t('set-search-none')} /> : null}
          {found.map((section) => (
            <section key={section.id} className="settings-section" aria-labelledby={`section-${section.id}`}>
              <h2 id={`section-${section.id}`}>{t(section.text)}</h2>
              <p className="muted">{t(section.help)}</p>
              <div className="panel-card settings-card">
                {section.keys.map((key) => <SettingRow key={key} settingKey={key} isWanted={key === wanted} onSaved={() => setSaved(true)} />)}
              </div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function Sections({ sections, current, onChoose }: { sections: readonly SettingSection[]; current: string | null; onChoose: (id: string) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <nav className="settings-nav" aria-label={t('set-sections')}>
        {sections.map((section, index) => (
          <div key={section.id}>
            {sections[index - 1]?.group === section.group ? null : <p className="settings-group">{t(section.group)}</p>}
            <button type="button" aria-current={section.id === current ? 'true' : undefined} onClick={() => onChoose(section.id)}>{t(section.text)}</button>
          </div>
        ))}
      </nav>
      <label className="input settings-pick">
        <span className="visually-hidden">{t('set-sections')}</span>
        <select value={current ?? ''} onChange={(event) => onChoose(event.target.value)}>
          {current === null ? <option value="">{t('set-sections')}</option> : null}
          {sections.map((section) => <option key={section.id} value={section.id}>{`${t(section.group)}: ${t(section.text)}`}</option>)}
        </select>
      </label>
    </>
  );
}

/** Sections with the settings that fit; a section that fits itself comes whole. */
export function find(sections: readonly SettingSection[], search: string, wordsOf: (key: string) => string, wordsOfSection: (section: SettingSection) => string): readonly SettingSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  return sections
    .map((section) => (fits(wordsOfSection(section)) ? section : { ...section, keys: section.keys.filter((key) => fits(wordsOf(key))) }))
    .filter(({ keys }) => keys.length > 0);
}
