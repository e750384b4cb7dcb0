import { frame, escapeHtml as e } from '../../plugins/neutral-pages.ts';
import type { FailedJob } from './failed-jobs.ts';
import type { PlatformStatus } from './platform-status.ts';

const partNames = { database: 'Database', migrations: 'Migrations', jobs: 'Jobs', media: 'Media', bus: 'Bus' } as const;

const stateNames = {
  true: 'in order',
  false: 'out of order',
  elsewhere: 'left to other processes',
  away: 'away',
} as const;

/** The platform at a glance, until its console is there. Forms, no scripts. */
export function platformPage(status: PlatformStatus): string {
  return frame(
    'Platform',
    `<h1>Platform</h1>
<h2>Sites</h2>
${sitesTable(status)}
<h2>Health</h2>
${healthTable(status)}
<h2>Mail</h2>
<p>${status.mail === 'sent' ? 'Mail leaves through the mail server of SMTP_URL.' : 'No mail server is set (SMTP_URL): mail reaches nobody. It is kept in the <a href="/mailbox">mailbox</a>.'}</p>
<h2>Failed jobs</h2>
${status.failedJobs === null ? '<p>Not known while the database does not answer.</p>' : status.failedJobs.length === 0 ? '<p>None.</p>' : failedTable(status.failedJobs)}`,
    'wide',
  );
}

/** What the platform's own host says in production, where anybody may ask. */
export const platformFrontPage = (): string =>
  frame(
    'Platform',
    '<h1>Platform</h1><p>This address is for the machines that watch this deployment: <a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a> and <a href="/api/openapi.json">/api/openapi.json</a>. Whoever runs it finds its page on the machine itself.</p>',
  );

function sitesTable({ sites, page, pages }: PlatformStatus): string {
  if (sites.length === 0)
    return '<p>No site yet. The first one: <code>npm run tenants -- create &lt;slug&gt; --host &lt;host&gt; --owner &lt;email&gt;</code></p>';
  const rows = sites.map(
    (site) =>
      `<tr><td>${e(site.slug)}</td><td><a href="${e(site.address)}/">${e(site.address)}</a></td><td>${e(site.state)}</td><td>${site.version}</td><td>${e(site.migrations)}</td><td>${site.online}</td></tr>`,
  );
  const turn = (to: number, text: string): string =>
    to < 1 || to > pages ? '' : `<a href="/?page=${to}">${text}</a> `;
  return `<div class="table"><table><tr><th>Site</th><th>Address</th><th>State</th><th>Version</th><th>Migrations</th><th>Online</th></tr>${rows.join('')}</table></div>
${pages === 1 ? '' : `<p>Page ${page} of ${pages}. ${turn(page - 1, 'Previous')}${turn(page + 1, 'Next')}</p>`}`;
}

function healthTable({ health, queue }: PlatformStatus): string {
  const rows = Object.entries(partNames).map(([part, name]) => {
    const state = health.parts[part as keyof typeof partNames];
    const note =
      health.notes[part] ??
      (part === 'jobs' && queue !== null
        ? `${queue.due} due${queue.due > 0 ? `, the first for ${queue.waitingS} s` : ''}`
        : '');
    return `<tr><td>${name}</td><td data-state="${String(state)}">${stateNames[String(state) as keyof typeof stateNames]}</td><td>${e(note)}</td></tr>`;
  });
  return `<div class="table"><table>${rows.join('')}</table></div>`;
}

function failedTable(jobs: readonly FailedJob[]): string {
  const rows = jobs.map(
    (
      job,
    ) => `<tr><td>${e(job.task)}</td><td>${e(job.tenantId ?? '')}</td><td>${job.attempts}</td><td>${e(new Date(job.lastTriedAt).toISOString())}</td><td>${e(job.lastError ?? '')}</td>
<td><form method="post" action="/jobs/failed/${e(job.id)}/retry"><button>Try again</button></form></td></tr>`,
  );
  return `<div class="table"><table><tr><th>Job</th><th>Tenant</th><th>Tries</th><th>Last tried</th><th>Error</th><th></th></tr>${rows.join('')}</table></div>`;
}
