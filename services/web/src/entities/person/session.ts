import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MeView } from '@backlot/contracts/accounts';
import { postLogoutTarget } from '@backlot/domain/routes';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { forgetAllKept } from '../../lib/storage/kept-text.ts';
import { dropToken, keepToken } from '../../lib/storage/session-token.ts';
import { settingsKey, useSite } from '../../lib/site.tsx';

const routeKey = 'route-before-login';

/** ROLE-44, ROLE-45: kept over the login; the rules say which addresses are. */
export const keepRouteBeforeLogin = (path: string): void => sessionStorage.setItem(routeKey, path);

export function takeRouteBeforeLogin(): string | null {
  const path = sessionStorage.getItem(routeKey);
  sessionStorage.removeItem(routeKey);
  return path;
}

/** What another person's eyes would see differently is fetched again; nothing of theirs stays. */
async function forgetOtherEyes(queries: QueryClient, site: string, me: MeView | null): Promise<void> {
  await queries.cancelQueries();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'me' && queryKey[1] !== 'settings' });
  queries.setQueryData(queryKeys.me(site), me);
  await queries.invalidateQueries({ queryKey: settingsKey(site) });
}

/** ACC-13: the token is stored, then the person is loaded with it; where to go next is the caller's. */
export async function enterSession(queries: QueryClient, site: string, token: string): Promise<MeView> {
  keepToken(token);
  const { data } = await api('GET /api/users/me', { query: { is_request_from_login_or_signup_api: 'true' } });
  await forgetOtherEyes(queries, site, data);
  return data;
}

/** ACC-14: the token goes here too, and with it what this person saw and typed, also when the call does not get through. */
export async function leaveSession(queries: QueryClient, site: string): Promise<void> {
  await api('POST /api/users/logout').catch(() => null);
  dropToken();
  forgetAllKept();
  await forgetOtherEyes(queries, site, null);
}

export interface Session {
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
  const start = useCallback((token: string) => enterSession(queries, site.id, token), [queries, site.id]);
  const end = useCallback(async () => {
    await leaveSession(queries, site.id);
    const target = postLogoutTarget(pathname);
    if (target?.kind === 'route') await navigate(target.to);
  }, [queries, site.id, navigate, pathname]);
  return { start, renew: keepToken, end };
}
