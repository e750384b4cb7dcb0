import type { Answer } from '@backlot/contracts';
import type { home } from '@backlot/contracts/staff';
import type { TenantDb } from '@backlot/database';
import { settingDefinitions } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import { isCreatorInvited } from '../accounts/index.ts';
import { hasPosts } from '../posts/index.ts';
import { isAnySet } from '../../sites/settings.ts';
import { listDoneSteps } from './first-step-rows.ts';

type FirstSteps = Answer<typeof home>['data']['first_steps'];

const keysOf = (...groups: string[]): string[] =>
  settingDefinitions.filter(({ group }) => groups.includes(group)).map(({ key }) => key);
const lookKeys = keysOf('identity', 'theme', 'navbar', 'landing');
const priceKeys = keysOf('prices');

/** The way from an empty site to the first fan: for its creator and super admin, until all of it is done. */
export async function firstStepsOf(db: TenantDb, { role }: Actor): Promise<FirstSteps> {
  if ((role !== 'model' && role !== 'admin') || !(await isCreatorInvited(db))) return null;
  const done = await listDoneSteps(db);
  const steps = {
    look: await isAnySet(db, lookKeys),
    price: await isAnySet(db, priceKeys),
    post: await hasPosts(db),
    share: done.has('share'),
  };
  return Object.values(steps).every(Boolean) ? null : { ...steps, hidden: done.has('hidden') };
}
