import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import type { TenantDb } from '@backlot/database';
import type { FastifyInstance } from 'fastify';
import { v7, validate as isUuid } from 'uuid';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { DisputeEvidenceOpeningRow } from '../tables.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { writeEvidence } from './write-evidence.ts';
import { isChargeback } from './disputed-payment-rows.ts';

/** How long the address of an opening shows the document. */
const SHOWN_MS = 60_000;

/** Records who opens the evidence about a dispute, and answers the address of this one opening. @throws not-found */
export async function openEvidence(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  reversalId: string,
  now: Date,
): Promise<{ address: string }> {
  const opening = v7();
  await ctx.database.tenants.write(tenant, async (db) => {
    if (!(await isChargeback(db, reversalId))) throw new DomainError('not-found');
    await db('dispute_evidence_openings').insert({
      id: opening,
      reversal_id: reversalId,
      user_id: actor.userId,
      opened_by: actor.trueAuthor,
      opened_at: now,
    });
  });
  return { address: doors.disputeEvidence.path.replace(':opening', opening) };
}

/** Puts the document of an opening together, for whoever opened it. */
export function mountEvidence(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { opening: string } }>(
    doors.disputeEvidence.path,
    { config: { door: doors.disputeEvidence } },
    async (request, reply) => {
      if (!('tenant' in request.site) || request.actor === null) throw new DomainError('not-found');
      const { tenant } = request.site;
      const opening = await requireOpening(ctx, tenant, request.actor, request.params.opening);
      const pdf = await writeEvidence(await gatherEvidence(ctx, tenant, opening.reversal_id, ctx.clock.now()));
      return reply
        .header('content-type', 'application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'attachment; filename="dispute-evidence.pdf"')
        .send(pdf);
    },
  );
}

/** Absent, somebody else's and expired look the same. @throws not-found */
async function requireOpening(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
): Promise<DisputeEvidenceOpeningRow> {
  const opening = isUuid(id) ? await ctx.database.tenants.read(tenant, (db) => findOpening(db, id)) : null;
  const isTheirs = opening?.user_id === actor.userId && opening.opened_by === actor.trueAuthor;
  if (opening === null || !isTheirs || ctx.clock.now().getTime() >= opening.opened_at.getTime() + SHOWN_MS)
    throw new DomainError('not-found');
  return opening;
}

const findOpening = async (db: TenantDb, id: string): Promise<DisputeEvidenceOpeningRow | null> =>
  (await db('dispute_evidence_openings').where({ id }).first()) ?? null;
