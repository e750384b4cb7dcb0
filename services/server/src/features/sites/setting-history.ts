import { DomainError } from '@backlot/contracts';
import {
  findSetting,
  mayWriteSetting,
  nestSettings,
  readerOf,
  settingDefinitions,
  settingsFor,
  type Settings,
} from '@backlot/domain/settings';
import { isDeepStrictEqual } from 'node:util';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import {
  type ChangedValue,
  findSettingChange,
  findSettings,
  listSettingChanges,
  type SettingChangeRow,
} from '../../sites/settings.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { changeSettings } from './change-settings.ts';

export interface HistoryAsk {
  /** Absent: every setting that the caller may read. */
  readonly keys?: readonly string[];
  /** Those before this change. */
  readonly before?: string;
  readonly limit: number;
}

export interface SettingChangeView {
  readonly _id: string;
  readonly changed_at: string;
  readonly changed_by: string;
  readonly is_undo: boolean;
  readonly can_undo: boolean;
  /** Without `before` or `after` the setting had or got its default; a secret has neither. */
  readonly changed: ChangedValue[];
}

/** Who changed which settings, newest first; of a change only what the caller may read. */
export async function showSettingHistory(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  ask: HistoryAsk,
): Promise<{ changes: SettingChangeView[]; next: string | null }> {
  const readable = readableBy(actor, await ctx.settings.of(tenant));
  const keys = ask.keys ? ask.keys.filter((key) => readable.has(key)) : [...readable];
  return ctx.database.tenants.read(tenant, async (db) => {
    const rows = await listSettingChanges(db, { keys, before: ask.before ?? null, limit: ask.limit + 1 });
    const page = rows.slice(0, ask.limit);
    const own = await findSettings(db, [...new Set(page.flatMap((row) => row.keys))]);
    return {
      changes: page.map((row) => ({
        _id: row.id,
        changed_at: row.changed_at.toISOString(),
        changed_by: row.changed_by_name,
        is_undo: row.undoes !== null,
        can_undo: isStillSo(row, own) && mayUndo(row, actor),
        changed: row.changed.filter(({ key }) => readable.has(key)),
      })),
      next: rows.length > ask.limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

/**
 * Puts back what a change replaced, all of it or nothing. The undo is a change of its own, and can be undone.
 * @throws `not-found`; `access-denied` when the role may not write one of its settings; `setting-changed-since` when one was changed again; what `changeSettings` refuses
 */
export async function undoSettingChange(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Record<string, unknown>> {
  const row = await ctx.database.tenants.read(tenant, (db) => findSettingChange(db, id));
  if (row === null) throw new DomainError('not-found');
  if (!mayUndo(row, actor)) throw new DomainError('access-denied');
  const values = Object.fromEntries(row.changed.map(({ key, before }) => [key, before]));
  const { settings } = await changeSettings(
    ctx,
    tenant,
    actor,
    {
      values,
      undoes: row.id,
      check: (own) => {
        if (!isStillSo(row, own)) throw new DomainError('setting-changed-since');
      },
    },
    now,
  );
  return nestSettings(settingsFor(readerOf(asPerson(actor, '0')), settings));
}

/** That a secret changed is told to whoever may change it. */
const readableBy = (actor: Actor, settings: Settings): ReadonlySet<string> =>
  new Set([
    ...Object.keys(settingsFor(readerOf(asPerson(actor, '0')), settings)),
    ...settingDefinitions
      .filter(({ key, read }) => read === 'secret' && mayWriteSetting(key, actor.role))
      .map(({ key }) => key),
  ]);

/** A secret's earlier value was not kept, and what a role may not write it may not write back. */
const mayUndo = (row: SettingChangeRow, actor: Actor): boolean =>
  row.keys.every((key) => mayWriteSetting(key, actor.role) && findSetting(key)?.read !== 'secret');

const isStillSo = (row: SettingChangeRow, own: Readonly<Record<string, unknown>>): boolean =>
  row.changed.every(({ key, after }) => isDeepStrictEqual(after, own[key]));
