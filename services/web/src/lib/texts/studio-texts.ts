import { addingOnce, loadTexts } from './texts.ts';

const files = import.meta.glob<Record<string, string>>('../../../../../packages/domain/src/texts/studio/*.json', {
  import: 'default',
});
const fileOf = (language: string): string => `../../../../../packages/domain/src/texts/studio/${language}.json`;

/** The creator area's own words lie in a file of their own, so that no fan downloads them. */
export async function addStudioTexts(language: string): Promise<void> {
  const texts = await loadTexts(language);
  const load = files[fileOf(texts.language)] ?? files[fileOf('en')];
  texts.addResourceBundle(texts.language, 'translation', await load?.(), true, true);
}

const settingFiles = import.meta.glob<Record<string, string>>(
  '../../../../../packages/domain/src/texts/settings/*.json',
  { import: 'default' },
);
const addSettingTexts = addingOnce((language) =>
  settingFiles[`../../../../../packages/domain/src/texts/settings/${language}.json`]?.(),
);

/** Code of a screen on which settings are changed, together with the sentences that explain them: no other screen has them. */
export async function withSettingTexts<M>(code: Promise<M>): Promise<M> {
  const [module] = await Promise.all([code, addSettingTexts()]);
  return module;
}

const moneyFiles = import.meta.glob<Record<string, string>>('../../../../../packages/domain/src/texts/money/*.json', {
  import: 'default',
});
const addMoneyTexts = addingOnce((language) =>
  moneyFiles[`../../../../../packages/domain/src/texts/money/${language}.json`]?.(),
);

/** Code of a screen on money in detail, together with its texts: the first screen does without. */
export async function withMoneyTexts<M>(code: Promise<M>): Promise<M> {
  const [module] = await Promise.all([code, addMoneyTexts()]);
  return module;
}
