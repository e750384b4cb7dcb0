import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MeView } from '@backlot/contracts/accounts';
import { postLogoutTarget } from '@backlot/domain/routes';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../lib/api.ts';
import { dropToken, keepToken } from '../lib/session-token.ts';
import { settingsKey, useSite } from '../lib/site.tsx';

const routeKey = 'route-before-login';

/** ROLE-44, ROLE-45: kept over the login; the rules say which addresses are. */
export const keepRouteBeforeLogin = (path: string): void => sessionStorage.setItem(routeKey, path);

export function takeRouteBeforeLogin(): string | null {
  const path = sessionStorage.getItem(routeKey);
  sessionStorage.removeItem(routeKey);
  return path;
}

/** What another person's eyes would see differently is fetched anew; nothing of theirs stays. */
async function forgetOtherEyes(queries: QueryClient, site: string, me: MeView | null): Promise<void> {
  await queries.cancelQueries();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'me' && queryKey[1] !== 'settings' });
  queries.setQueryData(queryKeys.me(site), me);
  await queries.invalidateQueries({ queryKey: settingsKey(site) });
}

export interface Session {
  /** ACC-13: the token is stored, then the person is loaded; where to go next is the caller's. */
  readonly start: (token: string) => Promise<MeView>;
  /** A password was changed: this session goes on with another token. */
  readonly renew: (token: string) => void;
  readonly end: () => Promise<void>;
}

export function useSession(): Session {
  const queries = useQueryClient();
  const site = useSite();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const start = useCallback(async (token: string) => {
    keepToken(token);
    const { data } = await api('GET /api/users/me', { query: { is_request_from_login_or_signup_api: 'true' } });
    await forgetOtherEyes(queries, site.id, data);
    return data;
  }, [queries, site.id]);
  const end = useCallback(async () => {
    // The session may be over already; leaving works all the same.
    await api('POST /api/users/logout').catch(() => null);
    dropToken();
    await forgetOtherEyes(queries, site.id, null);
    const target = postLogoutTarget(pathname);
    if (target?.kind === 'route') await navigate(target.to);
  }, [queries, site.id, navigate, pathname]);
  return { start, renew: keepToken, end };
}
