import { openDatabase, startEmbedded } from '@backlot/database';
import type { SiteClient } from '@backlot/testing/site-client';
import { resumeSite, suspendSite } from '@backlot/server/features/platform/site-state';
import { failRenewal } from '@backlot/server/features/memberships/renew-membership';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { holdRenewal, leaveDebt, reportDifferences } from './money-rows.ts';
import { getSite } from '../tenants/command.ts';

/** What an operator or a job does to a site, by the same functions. */
export interface SiteRows {
  stop(): Promise<void>;
  resume(): Promise<void>;
  /** The person's period is over, and the card was declined for the next; with `try-later` access goes on meanwhile. */
  failRenewal(email: string, reason?: 'insufficient-funds' | 'try-later'): Promise<void>;
  /** The card that the next renewal is to be paid with expires before it. */
  riskRenewal(email: string): Promise<void>;
  /** The site takes cards by another account from now on. */
  leaveAccount(): Promise<void>;
  /** A renewal of this person, or of one of those who pay, took another amount than was agreed. */
  holdRenewal(email?: string): Promise<void>;
  /** Money that this fan had spent went back, and is owed. */
  owe(email: string): Promise<void>;
  /** A provider's report differs from the books. */
  reportDifferences(): Promise<void>;
  /** Somebody sends this file as a photo id. */
  sendPhotoId(file: string): Promise<void>;
  close(): Promise<void>;
}

/** @param dataDir of the running demo site, which serves the same rows */
export async function openSiteRows(dataDir: string, slug: string, client: SiteClient): Promise<SiteRows> {
  const url = process.env['DATABASE_URL'] ?? (await startEmbedded({ dataDir: join(dataDir, 'postgres') })).url;
  const database = await openDatabase({ url });
  const site = () => getSite(database, slug, 'npm run shots -- <slug>');
  const served = async (status: number): Promise<void> => {
    for (let tries = 0; (await client.ask('GET /home', { onPage: true })).status !== status; tries += 1) {
      if (tries > 100) throw new Error(`${slug} never answered ${status}.`);
      await new Promise((next) => {
        setTimeout(next, 50);
      });
    }
  };
  return {
    async stop() {
      await suspendSite(database, await site());
      await served(503);
    },
    async resume() {
      await resumeSite(database, await site());
      await served(200);
    },
    async failRenewal(email, reason = 'insufficient-funds') {
      const now = new Date();
      const over = new Date(now.getTime() - 60_000);
      await database.tenants.write(await site(), async (db) => {
        const user = await db('users').where({ email }).first('id');
        if (!user) throw new Error(`Nobody on ${slug} is ${email}.`);
        await db('subscriptions').where({ user_id: user.id }).update({ ends_at: over, next_billing_at: over });
        const failed = await failRenewal(db, {
          userId: user.id,
          periodEnd: over,
          isHardDecline: false,
          declineCode: null,
          declineReason: reason,
          now,
        });
        if (failed === null) throw new Error(`The renewal of ${email} no longer mattered.`);
      });
    },
    async riskRenewal(email) {
      const soon = new Date(Date.now() + 3 * 86_400_000);
      await database.tenants.write(await site(), async (db) => {
        const user = await db('users').where({ email }).first('id');
        if (!user) throw new Error(`Nobody on ${slug} is ${email}.`);
        await db('subscriptions').where({ user_id: user.id }).update({ ends_at: soon, next_billing_at: soon });
        await db('payment_instruments').where({ user_id: user.id }).update({ exp_month: 1, exp_year: 2020 });
      });
    },
    async leaveAccount() {
      await database.tenants.write(await site(), async (db) => {
        const [left] = await db('provider_accounts')
          .where({ provider: 'sandbox', state: 'active' })
          .update({ state: 'draining' })
          .returning(['currency', 'credentials']);
        if (!left) throw new Error(`${slug} has taken no card yet.`);
        await db('provider_accounts').insert({ id: v7(), provider: 'sandbox', ...left });
      });
    },
    async holdRenewal(email) {
      await database.tenants.write(await site(), async (db) => {
        const user = await (email === undefined
          ? db('users as u')
              .join(db.table('subscriptions as s'), 's.user_id', 'u.id')
              .whereNotNull('s.next_billing_at')
              .whereNull('s.rebill_failed_at')
              .where('s.provider', 'sandbox')
              .first('u.id')
          : db('users').where({ email }).first('id'));
        if (!user) throw new Error(`Nobody on ${slug} pays by card.`);
        await holdRenewal(db, user.id, new Date());
      });
    },
    async owe(email) {
      await database.tenants.write(await site(), async (db) => {
        const user = await db('users').where({ email }).first('id');
        if (!user) throw new Error(`Nobody on ${slug} is ${email}.`);
        await leaveDebt(db, user.id, new Date());
      });
    },
    async reportDifferences() {
      await database.tenants.write(await site(), (db) => reportDifferences(db, new Date()));
    },
    async sendPhotoId(file) {
      const email = `birch-${Date.now()}@demo.example`;
      const token = await client.register(email, 'Demo-fan-2026', 'Robin Birch');
      await client.call('POST /api/users/upload_photo_id', {
        token,
        file: { field: 'photoId', name: 'passport.jpg', type: 'image/jpeg', bytes: await readFile(file) },
      });
    },
    close: () => database.close(),
  };
}
