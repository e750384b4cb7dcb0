/** Flat id → text of one language; plural forms carry i18next's suffix (`photo-count_few`). */
export type Texts = Readonly<Record<string, string>>;
export type TextParams = Readonly<Record<string, string | number>>;

/** Languages of the interface (DECISIONS 43); each has its file of texts, complete. */
export const languages = ['en', 'ar', 'es', 'de', 'fr', 'pt'] as const;
export type Language = (typeof languages)[number];

export const directionOf = (language: string): 'ltr' | 'rtl' => (/^(ar|he|fa|ur)\b/.test(language) ? 'rtl' : 'ltr');
