import { doors } from '@backlot/contracts/http/doors';
import { countTries } from '@backlot/database/throttles';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { BoundedMemory } from '../../memory/bounded-memory.ts';
import { addressKey } from '../../session/address-key.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { atMost } from '../../tries/at-most.ts';
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
  const lately = new BoundedMemory<string, true>('policy-reports', { ...atMost(10_000), ttl: sameWithinMs });
  // By this process: whoever floods it is refused from memory.
  const asked = new BoundedMemory<string, number>('policy-reporters', {
    ...atMost(10_000),
    ttl: 60_000,
    noUpdateTTL: true,
  });
  void app.register(async (scope) => {
    const types = ['application/csp-report', 'application/reports+json'];
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: largestBody }, (_request, body, done) => {
      done(null, parsed(String(body)));
    });
    scope.post(doors.policyReport.path, { config: { door: doors.policyReport } }, async (request, reply) => {
      reply.status(204);
      if (!('tenant' in request.site)) return reply.send();
      const { tenant } = request.site;
      const from = `policy-reports:${hashedName(addressKey(request.ip))}`;
      const times = (asked.get(from) ?? 0) + 1;
      asked.set(from, times);
      if (times > mostAMinute) return reply.send();
      const fresh = readReports(request.body).filter((report) => !lately.get(nameOf(tenant, report)));
      if (fresh.length > 0 && (await keep(ctx, tenant, from, fresh)))
        for (const report of fresh) lately.set(nameOf(tenant, report), true);
      return reply.send();
    });
  });
}

const nameOf = (tenant: Tenant, { directive, blocked, page }: PolicyReport): string =>
  [tenant.id, directive, blocked, page].join(' ');

/** @returns whether they count: `key` may have sent too many, to all processes together */
async function keep(ctx: AppContext, tenant: Tenant, key: string, reports: readonly PolicyReport[]): Promise<boolean> {
  const at = ctx.clock.now();
  return ctx.database.tenants
    .write(tenant, async (db) => {
      const { tries } = await countTries(db, { key, times: 1, windowMs: 60_000, at });
      if (tries > mostAMinute) return false;
      for (const report of reports) await noteReport(db, report, at);
      return true;
    })
    .catch((error: unknown) => {
      if (!isUndefinedTable(error)) throw error;
      return false;
    });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
