import { DomainError, type ErrorCode } from '@backlot/contracts';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import { forbiddenFieldIn } from './card-field-of.ts';
import { missingIn } from './credentials.ts';

const field = 'second_card_provider';

/**
 * Refuses to save a second provider that no card could be charged with, or that took the site's cards `before`: to name
 * it must not choose another for them. What its account lacks later, or can't bill, keeps it from being offered.
 * @throws second-provider-same, second-provider-unavailable, and second-provider-incomplete with what is missing
 */
export function requireUsableSecond(ctx: AppContext, settings: Settings, before: Settings): void {
  const { [field]: name } = settings;
  if (name === 'none') return;
  const refused = (code: ErrorCode, details: Record<string, unknown> = {}): DomainError =>
    new DomainError(code, {}, { fields: [{ field, code }], details });
  const firsts = [settings, { ...before, [field]: 'none' } as const].map((each) => ctx.providers.choose(each).name);
  if (firsts.includes(name)) throw refused('second-provider-same');
  const driver = ctx.providers.second(settings);
  if (driver === null) throw refused('second-provider-unavailable');
  const missing = [...missingIn(ctx, settings, driver), ...forbiddenFieldIn(ctx, settings, driver)];
  if (missing.length > 0) throw refused('second-provider-incomplete', { missing });
}
