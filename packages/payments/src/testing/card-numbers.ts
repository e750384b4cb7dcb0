import { findCardNumbers } from '../card-numbers.ts';

/** UUIDs, and words of 16 characters and more that are not digits alone: an id is one card number in ten by chance. */
const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[\w-]*[A-Za-z_])[\w-]{16,}/g;

/** As `findCardNumbers`, for text in which ids occur. */
export const findCardNumbersBesideIds = (text: string): string[] => findCardNumbers(text.replace(ids, 'x'));
