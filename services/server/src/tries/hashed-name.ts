import { createHash } from 'node:crypto';

/** A key for what a caller typed: of a length that no caller chooses, and no clue to the text. */
export const hashedName = (text: string): string => createHash('sha256').update(text).digest('base64url');
