import type { MeView } from '@backlot/contracts/accounts';
import { type Bootstrap, queryKeys } from '@backlot/contracts/bootstrap';
import type { Viewer } from '@backlot/domain/people/roles';
import type { SettingKey, Settings } from '@backlot/domain/settings';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from './api.ts';
import type { EventHandlers } from './feature.ts';
import { type Formats, formatsFor } from './format.ts';
import { readSetting, type SettingValues } from './settings.ts';
import { currentToken } from './storage/session-token.ts';

const SiteContext = createContext<Bootstrap | null>(null);
export const SiteProvider = SiteContext.Provider;

export function useBootstrap(): Bootstrap {
  const bootstrap = useContext(SiteContext);
  if (!bootstrap) throw new Error('No SiteProvider above.');
  return bootstrap;
}

/** Name, hosts, currency, merchant … of the site: fixed while a page is open. */
export const useSite = (): Bootstrap['site'] => useBootstrap().site;

/** Keys of the site's data; see `queryKeys` of contracts. */
export const settingsKey = (site: string) => [site, 'settings'] as const;

/**
 * All settings that this viewer may read. Changes when the server says that they changed, and after a login. While the server
 * draws a page there is nothing to watch: a card asks for some ten settings.
 */
export const useSettingValues: () => SettingValues = import.meta.env.SSR
  ? () => useBootstrap().settings
  : useLiveSettings;

function useLiveSettings(): SettingValues {
  const { site, settings } = useBootstrap();
  const { data } = useQuery({
    queryKey: settingsKey(site.id),
    queryFn: async ({ signal }) => (await api('GET /api/app_settings/get', { signal })).data as SettingValues,
    initialData: settings,
    staleTime: Infinity,
  });
  return data;
}

/** One setting, or the given value where it is empty or not readable. */
export function useSetting<K extends SettingKey>(key: K): Settings[K] | undefined {
  return readSetting(useSettingValues(), key);
}

/** The signed-in person, null for a guest. */
export const useMe: () => MeView | null = import.meta.env.SSR ? () => useBootstrap().viewer : useLiveMe;

function useLiveMe(): MeView | null {
  const { site, viewer } = useBootstrap();
  const { data } = useQuery({
    queryKey: queryKeys.me(site.id),
    queryFn: async ({ signal }) =>
      currentToken() === null ? null : (await api('GET /api/users/me', { query: {}, signal })).data,
    initialData: viewer,
    staleTime: 60_000,
  });
  return data;
}

/** The same person as the rules of `@backlot/domain` want them. */
export const viewerOf = (me: MeView | null): Viewer =>
  me === null ? null : { role: me.role, status: me.ccbillSubscriptionStatus, isProxy: me.role === 'proxy_user' };

/** The zone whose clock the site goes by. */
export const useTimeZone = (): string => useSetting('timezone') || 'UTC';

/** Money, dates and counts in the viewer's language, the site's currency and on the site's clock. */
export function useFormats(): Formats {
  const { language, currency } = useSite();
  return formatsFor({ language, currency, timeZone: useTimeZone() });
}

/** Money that may be in another currency than the site's: what a provider took or tells of. */
export function useMoneyIn(): (amount: number, currency: string) => string {
  const { language } = useSite();
  const timeZone = useTimeZone();
  return (amount, currency) => formatsFor({ language, currency, timeZone }).money(amount);
}

/** The site's settings or promotions changed: every area reads them again, and the price that follows from them. */
export const settingsEvents = {
  SETTINGS_CHANGED: (_, { queries, site }) => {
    const moved = [settingsKey, queryKeys.quote, queryKeys.promotion, queryKeys.resubscribeOffer];
    for (const keyOf of moved) void queries.invalidateQueries({ queryKey: keyOf(site) });
  },
} satisfies EventHandlers;
