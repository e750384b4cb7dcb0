import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { newOpening, requireShown } from '../../../joints/openings.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { isChargeback } from './disputed-payment-rows.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { findOpening, insertOpening } from './opening-rows.ts';
import { writeEvidence } from './write-evidence.ts';

/** Records who opens the evidence about a dispute, and answers the address of this one opening. @throws not-found */
export async function openEvidence(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  reversalId: string,
  now: Date,
): Promise<{ address: string }> {
  const opening = newOpening(actor, now);
  await ctx.database.tenants.write(tenant, async (db) => {
    if (!(await isChargeback(db, reversalId))) throw new DomainError('not-found');
    await insertOpening(db, { ...opening, reversal_id: reversalId });
  });
  return { address: doors.disputeEvidence.path.replace(':opening', opening.id) };
}

/** Puts the document of an opening together, for whoever opened it. */
export function mountEvidence(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { opening: string } }>(
    doors.disputeEvidence.path,
    { config: { door: doors.disputeEvidence } },
    async (request, reply) => {
      if (!('tenant' in request.site) || request.actor === null) throw new DomainError('not-found');
      const { tenant } = request.site;
      const now = ctx.clock.now();
      const found = await ctx.database.tenants.read(tenant, (db) => findOpening(db, request.params.opening));
      const opening = requireShown(found, request.actor, now);
      const pdf = await writeEvidence(await gatherEvidence(ctx, tenant, opening.reversal_id, now));
      return reply
        .header('content-type', 'application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'attachment; filename="dispute-evidence.pdf"')
        .send(pdf);
    },
  );
}
