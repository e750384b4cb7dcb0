import { Mailbox } from '@backlot/notify';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import type { AppContext } from '../../context.ts';
import type { Feature } from '../../feature.ts';
import { listFailedJobs, retryFailedJob } from './failed-jobs.ts';
import { forgetEventsJob } from './forget-events.ts';
import { mailboxPage } from './mailbox-page.ts';
import { DomainError } from '@backlot/contracts';

/** What the people who run the deployment look at; staff accounts of the platform come with the console. */
function mountOperations(app: FastifyInstance, ctx: AppContext): void {
  const config = { access: 'platform' } as const;
  // Without accounts of its own yet, this side answers the machine itself alone.
  const fromHere = (request: { site: { kind: string } }): void => {
    if (request.site.kind !== 'loopback') throw new DomainError('not-found');
  };
  app.get('/jobs/failed', { config }, async (request) => {
    fromHere(request);
    return { jobs: await ctx.database.shared.read((db) => listFailedJobs(db)) };
  });
  app.post<{ Params: { id: string } }>('/jobs/failed/:id/retry', { config }, async (request) => {
    fromHere(request);
    if (!/^\d{1,18}$/.test(request.params.id)) throw new DomainError('not-found');
    if (!await ctx.database.shared.write((db) => retryFailedJob(db, request.params.id))) throw new DomainError('not-found');
    return { retried: true };
  });
  if (ctx.config.production || ctx.config.smtpUrl) return;
  const mailbox = new Mailbox(join(ctx.config.dataDir, 'mailbox'));
  app.get('/mailbox', { config }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(mailboxPage(await mailbox.list())));
}

export const platformFeature: Feature = { name: 'platform', files: mountOperations, platformJobs: [forgetEventsJob] };
