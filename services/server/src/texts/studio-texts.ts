import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import i18next from 'i18next';
import { hasText, textOf, type TextParams } from './texts.ts';

const requireFile = createRequire(import.meta.url);
const loaded = new Map<string, Promise<(id: string, params?: TextParams) => string>>();

/** The creator area's texts for what the server writes in its words (exported files); read when first asked for. */
export function studioTexts(language: string): Promise<(id: string, params?: TextParams) => string> {
  let texts = loaded.get(language);
  if (!texts) loaded.set(language, (texts = load(language)));
  texts.catch(() => loaded.delete(language));
  return texts;
}

async function load(language: string): Promise<(id: string, params?: TextParams) => string> {
  const files = ['studio', 'money'].map((room) =>
    readFile(requireFile.resolve(`@backlot/domain/texts/${room}/${language}.json`), 'utf8'),
  );
  const texts = (await Promise.all(files)).map((file) => JSON.parse(file) as object);
  const own = i18next.createInstance();
  await own.init({
    lng: language,
    showSupportNotice: false,
    resources: { [language]: { translation: Object.assign({}, ...texts) as object } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  } as Parameters<typeof own.init>[0]);
  return (id, params) =>
    hasText(id) ? textOf(language, id, params) : (own.t(id as never, { ...params } as never) as unknown as string);
}
