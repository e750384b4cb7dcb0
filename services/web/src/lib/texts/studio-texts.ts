import { loadTexts } from './texts.ts';

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
