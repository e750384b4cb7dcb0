import { doors } from '@backlot/contracts/http/doors';
import { countTries } from '@backlot/database/throttles';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../context.ts';
import { addressKey } from '../../session/address-key.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { hashedName } from '../../tries/hashed-name.ts';
import { noteReport } from './policy-report-rows.ts';
import { readReports, type PolicyReport } from './read-reports.ts';

/** Requests with reports that are read of an address in a minute. */
export const mostAMinute = 20;
/** Milliseconds in which this process counts the same report of a site once: a popular page makes many of one. */
const sameWithinMs = 10_000;
const largestBody = 16 * 1024;

/** Takes what browsers report, whoever they are: the answer is always the same. */
export function mountReports(app: FastifyInstance, ctx: AppContext): void {
  const lately = new LRUCache<string, true>({ max: 10_000, ttl: sameWithinMs });
  void app.register(async (scope) => {
    const types = ['application/csp-report', 'application/reports+json'];
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: largestBody }, (_request, body, done) => {
      done(null, parsed(String(body)));
    });
    scope.post(doors.policyReport.path, { config: { door: doors.policyReport } }, async (request, reply) => {
      reply.status(204);
      if (!('tenant' in request.site)) return reply.send();
      const { tenant } = request.site;
      const fresh = readReports(request.body).filter((report) => isFresh(lately, tenant, report));
      if (fresh.length > 0) await keep(ctx, tenant, request.ip, fresh);
      return reply.send();
    });
  });
}

function isFresh(lately: LRUCache<string, true>, tenant: Tenant, report: PolicyReport): boolean {
  const key = [tenant.id, report.directive, report.blocked, report.page].join(' ');
  if (lately.has(key)) return false;
  lately.set(key, true);
  return true;
}

async function keep(ctx: AppContext, tenant: Tenant, address: string, reports: readonly PolicyReport[]): Promise<void> {
  const at = ctx.clock.now();
  const key = `policy-reports:${hashedName(addressKey(address))}`;
  await ctx.database.tenants
    .write(tenant, async (db) => {
      const { tries } = await countTries(db, { key, times: 1, windowMs: 60_000, at });
      if (tries > mostAMinute) return;
      for (const report of reports) await noteReport(db, report, at);
    })
    .catch((error: { code?: string }) => {
      // A site whose schema is of the version before has nowhere to keep them.
      if (error.code !== UNDEFINED_TABLE) throw error;
    });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const UNDEFINED_TABLE = '42P01';
