import { api } from '../api.ts';
import { currentToken } from '../storage/session-token.ts';

/**
 * A page is made in one language, so choosing another loads the page again. The choice is kept in the account, and in a
 * cookie for guests.
 */
export async function chooseLanguage(language: string): Promise<void> {
  document.cookie = `language=${encodeURIComponent(language)}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
  if (currentToken() !== null)
    await api('POST /api/users/change_profile_details', { body: { language } }).catch(() => null);
  location.reload();
}
