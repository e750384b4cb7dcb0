import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import type { Realtime } from '@backlot/realtime/realtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { RequestCounts } from '../../plugins/request-counts.ts';
import type { Readiness } from '../../process/readiness.ts';
import type { TenantRegistry } from '../../sites/tenant-registry.ts';
import { listFailedJobs, retryFailedJob } from './failed-jobs.ts';
import { mailboxPage } from './mailbox-page.ts';
import { collectMetrics } from './metrics/collect-metrics.ts';
import { metricsText, metricsType } from './metrics/metrics-text.ts';
import { keptMails, platformStatus } from './platform-status.ts';
import { platformPage } from './platform-page.ts';

export interface OperationsDependencies {
  readonly ctx: AppContext;
  readonly registry: TenantRegistry;
  readonly realtime: Pick<Realtime, 'onlineOn' | 'connections'>;
  readonly isReady: () => Promise<Readiness>;
  readonly requests: Pick<RequestCounts, 'figures'>;
}

/** What whoever runs the deployment looks at, but for the page at `/` (`sendPlatformPage`). */
export function mountOperations(app: FastifyInstance, dependencies: OperationsDependencies): void {
  const { ctx } = dependencies;
  // What a button of the page sends; nothing of it is read.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    payload
      .on('error', done)
      .on('end', () => done(null))
      .resume();
  });
  app.get(doors.status.path, { config: { door: doors.status } }, (request) =>
    platformStatus(dependencies, pageOf(request)),
  );
  app.get(doors.metrics.path, { config: { door: doors.metrics } }, async (_request, reply) =>
    reply
      .headers({ 'content-type': metricsType, 'cache-control': 'no-store' })
      .send(metricsText(await collectMetrics(dependencies))),
  );
  app.get(doors.mailbox.path, { config: { door: doors.mailbox } }, async (_request, reply) =>
    sendPage(reply, mailboxPage(await keptMails(ctx))),
  );
  app.get(doors.failedJobs.path, { config: { door: doors.failedJobs } }, async () => ({
    jobs: await ctx.database.shared.read((db) => listFailedJobs(db)),
  }));
  app.post<{ Params: { id: string } }>(
    doors.retryJob.path,
    { config: { door: doors.retryJob } },
    async (request, reply) => {
      refuseOtherPages(request);
      if (!/^\d{1,18}$/.test(request.params.id)) throw new DomainError('not-found');
      if (!(await ctx.database.shared.write((db) => retryFailedJob(db, request.params.id))))
        throw new DomainError('not-found');
      return request.headers.accept?.includes('text/html') ? reply.redirect('/', 303) : { retried: true };
    },
  );
}

export async function sendPlatformPage(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: OperationsDependencies,
): Promise<FastifyReply> {
  return sendPage(reply, platformPage(await platformStatus(dependencies, pageOf(request))));
}

const pageOf = ({ query }: FastifyRequest): number => Number((query as { page?: string } | null)?.page ?? 1);

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    })
    .send(html);

/** A page elsewhere can make a browser on this machine send a form here. */
function refuseOtherPages({ headers }: FastifyRequest): void {
  const from = headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw new DomainError('access-denied');
}
