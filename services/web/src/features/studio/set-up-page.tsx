import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormPreview } from '../../components/kit/form/form-preview.tsx';
import { useWizard } from '../../components/kit/wizard/use-wizard.ts';
import { WizardPage } from '../../components/kit/wizard/wizard-page.tsx';
import type { WizardStep } from '../../components/kit/wizard/wizard-types.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { paths } from '../../lib/paths.ts';
import { readSetting } from '../../lib/settings.ts';
import { useSettingValues, useSite, useMe } from '../../lib/site.tsx';
import { useHome } from './home/home-data.ts';
import { ShareStep } from './set-up/share-step.tsx';
import { firstStepsFor, isReady, isSetUp, setUpSteps, type FirstSteps, type SetUpStep } from './set-up/set-up-steps.ts';
import { useSavedToast, useSaveSettings } from './settings/save-setting.ts';
import { SettingPreview } from './settings/setting-preview.tsx';
import { useFormBlocks } from './settings/settings-form.ts';
import './settings/settings.css';

/** What a new site is given first, in steps. All of it is settings, saved step by step as the settings' own pages do. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const { data, error } = useHome(true);
  if (data || error) return <SetUp first={firstStepsFor(data, me?.role)} />;
  return (
    <>
      <PageTop title={t('nav-set-up')} />
      <div className="studio-body">
        <Skeleton lines={6} />
      </div>
    </>
  );
}

function SetUp({ first }: { first: FirstSteps }) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const values = useSettingValues();
  const queries = useQueryClient();
  const blocksOf = useFormBlocks();
  const tellSaved = useSavedToast();
  const { check, save } = useSaveSettings();
  const stepOf = (one: SetUpStep): WizardStep => ({
    id: one.id,
    title: t(one.text),
    help: t(one.id === 'share' && isReady(first, values) ? 'setup-share-ready' : one.help),
    blocks: blocksOf(one.blocks),
    isOptional: true,
    isDone: isSetUp(one, first, values),
    check,
    save: async (edits, all) => {
      const wanted = one.isAgreed ? all : edits;
      if (Object.keys(wanted).length === 0) return;
      const changeId = await save(wanted);
      if (changeId !== null) tellSaved(t('set-saved-live'), changeId);
      void queries.invalidateQueries({ queryKey: [site, 'studio-home'] });
    },
    ...(one.id === 'share'
      ? {
          content: (
            <ShareStep isNoted={typeof first === 'object'} isUnposted={typeof first === 'object' && !first.post} />
          ),
        }
      : {}),
  });
  const wizard = useWizard({
    name: 'set-up',
    base: paths.setUp,
    steps: setUpSteps.map(stepOf),
    savedOf: (key) => readSetting(values, key as Parameters<typeof readSetting>[1]),
    end: paths.studio,
  });
  const page = setUpSteps[wizard.at]?.preview;
  const preview = useFormPreview(
    page === undefined ? null : <SettingPreview page={page} draft={wizard.draft} values={values} />,
  );
  return <WizardPage title={t('nav-set-up')} wizard={wizard} preview={preview} />;
}
