import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Demand } from '../../../human-check/challenges.ts';
import { findEngagedBrake, insertBrake, markReleased, type CardBrakeRow } from './card-brake-rows.ts';

/** A puzzle that a person does not notice: for what a card that is typed can't help. */
export const quietDemand: Demand = { waitSeconds: 0, bits: 13 };

/** Why a brake engages: an account, whose scheme's count comes too near to its limit. */
export type BrakeCause = Pick<CardBrakeRow, 'account_id' | 'scheme' | 'forecast' | 'limit_disputes' | 'share_percent'>;

/**
 * What the brake asks of somebody who types a card; null while it is off. A card on file asks for nothing: it has paid, or
 * was checked when it was typed. Reads one row at most: the disputes are counted by a job (`watch-disputes`), not here.
 */
export async function brakeDemand(db: TenantDb, settings: Pick<Settings, 'card_brake'>): Promise<Demand | null> {
  return isBrakeOn(settings, settings.card_brake === 'automatic' ? await findEngagedBrake(db) : null)
    ? quietDemand
    : null;
}

/** Whether cards that are typed meet a check, with the brake that engaged by itself, if one did. */
export const isBrakeOn = ({ card_brake: mode }: Pick<Settings, 'card_brake'>, engaged: CardBrakeRow | null): boolean =>
  mode === 'on' || (mode === 'automatic' && engaged !== null);

/** Engages it, or leaves it engaged. @returns whether it was off before */
export const engageBrake = (db: TenantDb, cause: BrakeCause, now: Date): Promise<boolean> =>
  insertBrake(db, { id: v7(), engaged_at: now, ...cause });

/** @returns whether it was engaged before */
export const releaseBrake = (db: TenantDb, now: Date): Promise<boolean> => markReleased(db, now);
