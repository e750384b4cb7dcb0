import { DomainError, type Answer, type QueryOf } from '@backlot/contracts';
import type { ActView, listActs as call } from '@backlot/contracts/influencer-activity';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { adminListLimit } from '@backlot/domain/limits';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { instantOf } from '../day-bounds.ts';
import { listActRows, type ActPlace, type ActRow } from './act-rows.ts';
import { actsAsked } from './list-activity.ts';

/** What was done on a day, newest first. @throws `invalid-request` for a day that is none and a place that no page ended at */
export async function listActs(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof call>,
  now: Date,
): Promise<Answer<typeof call>['data']> {
  const settings = await ctx.settings.of(tenant);
  const { day, after } = query;
  if (!isRangeDay(day)) throw new DomainError('invalid-request', {}, { fields: [{ field: 'day', code: 'date' }] });
  const [from, to] = [instantOf(day, settings.timezone, 'from'), instantOf(day, settings.timezone, 'to')];
  const place = after === undefined ? null : placeOf(after);
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const found = await listActRows(db, actsAsked(query, { from, to }, { actor, settings, now }), place, limit + 1);
    const rows = found.slice(0, limit);
    const people = await findPeople(db, [...new Set(rows.flatMap(({ personId }) => personId ?? []))]);
    const last = rows.at(-1);
    return {
      acts: rows.map((row) => presentAct(row, people.get(row.personId ?? ''))),
      next: found.length > limit && last ? `${last.place}_${last.id}` : null,
    };
  });
}

function placeOf(after: string): ActPlace {
  const [, micros, id] = /^(\d{1,17})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(after) ?? [];
  if (micros === undefined || id === undefined)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'after', code: 'invalid' }] });
  return { micros, id };
}

const presentAct = (row: ActRow, person: { readonly id: string; readonly name: string } | undefined): ActView => ({
  _id: row.id,
  kind: row.kind,
  date: row.at.toISOString(),
  person: person === undefined ? null : { _id: person.id, name: person.name },
  about: row.about,
  text: row.text,
  photos: row.photos,
  videos: row.videos,
  keys: [...row.keys],
});
