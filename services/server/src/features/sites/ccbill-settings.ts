import * as calls from '@backlot/contracts/ccbill-settings';
import type { Settings } from '@backlot/domain/settings';
import { type CallRoute, route } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { answerOf, updateSettings } from './change-settings.ts';

/** The documents' calls for the settings of CCBill, by both of their names. */
export const ccbillSettingRoutes = (ctx: AppContext): readonly CallRoute[] => [
  ...[calls.readCcbillSettings, calls.readCcbillAppSettings].map((call) =>
    route(call, async ({ tenant }) => ({ data: presentCcbill(await ctx.settings.of(tenant)) })),
  ),
  ...[calls.saveCcbillSettings, calls.saveCcbillAppSettings].map((call) =>
    route(call, async ({ tenant, actor, body: { ccbill_settings: given = {}, ...choice }, now }) => {
      // Values come empty to whoever reads them, and forms send back what they read.
      const filledIn = Object.entries(given).filter(([, value]) => value !== '');
      const input = { ...choice, ...(filledIn.length > 0 ? { ccbill_settings: Object.fromEntries(filledIn) } : {}) };
      const saved = await updateSettings(ctx, tenant, actor, input, now, (name) => (isTheirs(name) ? name : null));
      return { ...answerOf(saved), data: presentCcbill(await ctx.settings.of(tenant)) };
    }),
  ),
];

const isTheirs = (name: string): boolean =>
  name === 'enable_ccbill_rest_api' || calls.ccbillFields.some((field) => name === `ccbill_settings.${field}`);

const presentCcbill = (settings: Settings) => ({
  enable_ccbill_rest_api: settings.enable_ccbill_rest_api,
  ccbill_settings: Object.fromEntries(calls.ccbillFields.map((name) => [name, ''])),
  // A sealed value is one that was given; the empty default is not sealed.
  filled_in: calls.ccbillFields.filter((name) => (settings[`ccbill_settings.${name}`] as unknown) !== ''),
});
