import { DomainError, type Answer } from '@backlot/contracts';
import type { FanPhotoId, listPhotoIds as listPhotoIdsCall } from '@backlot/contracts/photo-ids';
import { dayMs } from '@backlot/domain/formats/when';
import { adminListLimit } from '@backlot/domain/limits';
import { keepDecidedDays, keepWaitingDays } from '@backlot/domain/people/photo-id';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { presentOpening } from '../../joints/openings.ts';
import { pagesOf, paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPeople, findPerson, type Person } from '../accounts/index.ts';
import { typeOf } from './open-photo-id.ts';
import {
  countWaitingPhotoIds,
  listOpenings,
  listPhotoIdsOf,
  listWaitingPhotoIds,
  type PhotoIdOpeningRow,
  type PhotoIdRow,
} from './photo-id-rows.ts';

/** A page of the photo ids that wait for a decision, the oldest first; the last one for any page behind it. */
export async function listPhotoIds(
  ctx: AppContext,
  tenant: Tenant,
  page: number,
): Promise<Answer<typeof listPhotoIdsCall>['data']> {
  return ctx.database.tenants.read(tenant, async (db) => {
    const limit = adminListLimit;
    const totalRows = await countWaitingPhotoIds(db);
    const currentPage = Math.min(page, pagesOf(totalRows, limit));
    const rows = await listWaitingPhotoIds(db, { limit, offset: (currentPage - 1) * limit });
    const people = await findPeople(
      db,
      rows.map((row) => row.user_id),
    );
    return {
      photo_ids: rows.map((row) => ({
        _id: row.id,
        user: {
          _id: row.user_id,
          name: people.get(row.user_id)?.name ?? '',
          email: people.get(row.user_id)?.email ?? '',
        },
        date: row.sent_at.toISOString(),
        type: typeOf(row),
        deleted_on: daysAfter(row.sent_at, keepWaitingDays),
      })),
      paginationData: paginationOf(currentPage, totalRows, limit),
    };
  });
}

const MOST_OF_FAN = 10;
const MOST_OPENINGS = 100;

/** A fan's last photo ids, and who opened them. @throws not-found for whoever is not of this site */
export async function listFanPhotoIds(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  userId: string,
): Promise<FanPhotoId[]> {
  return ctx.database.tenants.read(tenant, async (db) => {
    if ((await findPerson(db, userId)) === null) throw new DomainError('not-found');
    const rows = await listPhotoIdsOf(db, userId, MOST_OF_FAN);
    const openings = await listOpenings(
      db,
      rows.map(({ id }) => id),
      MOST_OPENINGS,
    );
    const named = [...rows.map((row) => row.decided_by), ...openings.map((one) => one.opened_by)];
    const people = await findPeople(db, [...new Set(named.filter((id) => id !== null))]);
    return rows.map((row) =>
      presentPhotoId(
        row,
        actor,
        openings.filter((one) => one.photo_id === row.id),
        people,
      ),
    );
  });
}

function presentPhotoId(
  row: PhotoIdRow,
  actor: Actor,
  openings: readonly PhotoIdOpeningRow[],
  people: ReadonlyMap<string, Person>,
): FanPhotoId {
  const nameOf = (id: string | null): string => {
    const person = id === null ? undefined : people.get(id);
    return person?.name || person?.email || '';
  };
  return {
    _id: row.id,
    state: row.state,
    type: typeOf(row),
    date: row.sent_at.toISOString(),
    decided: row.decided_at && {
      date: row.decided_at.toISOString(),
      by: nameOf(row.decided_by),
      reason: row.reason,
    },
    deleted_on:
      row.sealed_key === null
        ? null
        : row.decided_at === null
          ? daysAfter(row.sent_at, keepWaitingDays)
          : daysAfter(row.decided_at, keepDecidedDays),
    is_opened: openings.some((one) => one.opened_by === actor.trueAuthor),
    openings: openings.map((one) => presentOpening(one, people)),
  };
}

const daysAfter = (at: Date, days: number): string => new Date(at.getTime() + days * dayMs).toISOString();
