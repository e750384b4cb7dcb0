import { isStoredRole } from '@backlot/domain/people/roles';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { FormPage } from '../../components/kit/form/form-page.tsx';
import { useFormPreview } from '../../components/kit/form/form-preview.tsx';
import { useAddress } from '../../components/studio/use-address.ts';
import { useMe, useSettingValues } from '../../lib/site.tsx';
import { DraftThemeProvider } from './settings/controls/draft-theme.ts';
import { CardProviderCard } from './settings/card-provider-card.tsx';
import { SettingPreview } from './settings/setting-preview.tsx';
import { SettingHistory } from './settings/setting-history.tsx';
import { pagesOf, sectionPath, sectionsFor } from './settings/setting-sections.ts';
import type { SettingSection } from './settings/sections/section-types.ts';
import { searchSections, useFormSections, useSettingQuestion } from './settings/settings-form.ts';
import { useSettingNames } from '../../entities/setting/setting-names.ts';
import { useSettingsDraft } from './settings/save-setting.ts';
import './settings/settings.css';

/** Every setting that this person may change: the section of the address, or what a search found. */
export function Page() {
  const { t } = useTranslation();
  const [params, change] = useAddress();
  const role = useMe()?.role;
  const values = useSettingValues();
  const ask = useSettingQuestion();
  const names = useSettingNames();
  const mine = isStoredRole(role) ? sectionsFor(role) : [];
  const sections = useFormSections(mine);
  const current = useSectionOfAddress(mine, params.get('section'));
  const search = params.get('search') ?? '';
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const draft = useSettingsDraft();
  const page = search === '' ? current?.preview : undefined;
  const preview = useFormPreview(
    page === undefined ? null : <SettingPreview page={page} ribbon={current?.ribbon} draft={draft} values={values} />,
  );
  const shown = search === '' ? sections.filter(({ id }) => id === current?.id) : searchSections(sections, search);
  return (
    <DraftThemeProvider value={String(draft.valueOf('theme_name') ?? '')}>
      <FormPage
        title={t('nav-settings')}
        draft={draft}
        sections={sections}
        shown={shown}
        current={search === '' ? (current?.id ?? null) : null}
        wanted={params.get('key')}
        search={{
          label: t('set-search'),
          text: search,
          onSearch: (text) => change({ search: text, key: null }, true),
          none: t('set-search-none'),
        }}
        sectionsLabel={t('set-sections')}
        ask={ask}
        // By a search: it stays at this address, which is held as long as something is not saved.
        onLead={(key) => change({ search: names.name(key), key }, true)}
        history={
          isHistoryOpen ? (
            <SettingHistory section={search === '' ? current : null} onClose={() => setHistoryOpen(false)} />
          ) : null
        }
        onHistory={() => setHistoryOpen(true)}
        lead={search === '' && current?.id === 'payment' ? <CardProviderCard /> : null}
        preview={preview}
      />
    </DraftThemeProvider>
  );
}

/** The section at this address. The first one stands also at the beginning, and an older address names one in its query. */
function useSectionOfAddress(sections: readonly SettingSection[], asked: string | null): SettingSection | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const page = pathname.split('/')[3];
  const named = sections.find(({ id }) => id === asked);
  useEffect(() => {
    if (page !== undefined || named === undefined) return;
    const query = new URLSearchParams(search);
    query.delete('section');
    void navigate({ pathname: sectionPath(named), search: query.toString() }, { replace: true });
  }, [page, named, search, navigate]);
  return (
    sections.find((section) => page !== undefined && pagesOf(section).includes(page)) ?? named ?? sections[0] ?? null
  );
}
