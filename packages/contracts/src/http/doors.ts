import { everyGate, everyone, only, signedIn, type Access, type Gate } from './call.ts';

/** `signature`: the address itself is the right. `platform`: only on the platform's host and on loopback. */
export type DoorAccess = Access | { readonly kind: 'signature' | 'platform' };

/** A route that is no call: files in and out, pages, the socket, the platform's own side. Who may come is declared as calls declare it. */
export interface DoorDefinition {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** Content type of what is answered. */
  readonly answers: string;
  readonly takes?: string;
  readonly access: DoorAccess;
  /** Gates that this door passes; every other one refuses. */
  readonly open?: readonly Gate[];
  /**
   * Where the session comes from; absent: nobody in particular asks. A cookie's session that is over is no session here,
   * while the first frame's must be good.
   */
  readonly session?: 'cookie' | 'cookie-or-bearer' | 'first-frame';
  /** Answers on hosts that belong to no site too. */
  readonly host?: 'any';
  /** Refusals look as if nothing were there. */
  readonly hides?: boolean;
  /** The door shows its refusals itself: as a page, or by closing the socket. */
  readonly showsRefusals?: boolean;
}

const json = 'application/json';
const signature = { kind: 'signature' } as const;
/** The site's look, which a stopped or gated site shows too: it is no content. */
const look = { access: everyone, open: everyGate } as const;
const platform = { access: { kind: 'platform' } } as const;
/** Whoever announced the file was let in then, and nobody else has the address: only a stopped site takes nothing. */
const upload = {
  method: 'PUT',
  takes: '*/*',
  answers: json,
  access: signature,
  open: ['maintenance', 'area', 'age-gate'],
} as const;

export const doors = {
  uploadFile: {
    ...upload,
    path: '/api/upload/:id/:ticket',
    summary: 'Takes the bytes of an announced file. The address is the right to send them; no session is wanted.',
  },
  uploadPart: {
    ...upload,
    path: '/api/upload/:id/:part/:ticket',
    summary: 'Takes the bytes of one part of an announced file.',
  },
  medium: {
    method: 'GET',
    path: '/media/:id/:variant/:ticket',
    summary:
      'A picture, a film, its playlist or one of its stretches, to whom its address was signed for. Ranges are answered.',
    answers: '*/*',
    access: signature,
    session: 'cookie-or-bearer',
  },
  blur: {
    method: 'GET',
    path: '/media/public/:random/blur',
    summary: 'A blur of a picture or film, for whoever may look at the site.',
    answers: 'image/*',
    access: everyone,
    session: 'cookie-or-bearer',
  },
  look: {
    method: 'GET',
    path: '/media/public/:random/:name',
    summary: "A picture or film of the site's look, for everybody whose place is not blocked.",
    answers: 'image/*',
    access: everyone,
    open: ['suspension', 'maintenance', 'age-gate'],
    session: 'cookie-or-bearer',
  },
  photoId: {
    method: 'GET',
    path: '/media/photo-id/:opening',
    summary: 'A photo id, to whoever wrote down a minute ago at most that they open it.',
    answers: '*/*',
    access: only('admin', 'model', 'sub_admin'),
    session: 'cookie-or-bearer',
  },
  disputeEvidence: {
    method: 'GET',
    path: '/media/dispute-evidence/:opening',
    summary: 'The evidence about a dispute, to whoever wrote down a minute ago at most that they open it.',
    answers: 'application/pdf',
    access: only('support', 'admin', 'sub_admin', 'model'),
    session: 'cookie-or-bearer',
  },
  policyReport: {
    method: 'POST',
    path: '/api/policy-reports',
    summary: "What a browser did not run or load because a page's policy names no such thing.",
    takes: 'application/csp-report',
    answers: json,
    access: everyone,
    open: everyGate,
  },
  noMedium: {
    method: 'GET',
    path: '/media/*',
    summary: 'Nothing: no page of the site lies below `/media`.',
    answers: json,
    access: everyone,
    open: everyGate,
    host: 'any',
  },
  manifest: {
    ...look,
    method: 'GET',
    path: '/manifest.webmanifest',
    summary: 'The site as an installable app.',
    answers: 'application/manifest+json',
  },
  favicon: { ...look, method: 'GET', path: '/favicon.ico', summary: "The site's icon.", answers: 'image/*' },
  robots: {
    ...look,
    method: 'GET',
    path: '/robots.txt',
    summary: 'What search engines may read.',
    answers: 'text/plain',
    host: 'any',
  },
  sitemap: {
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'Pages for search engines: what is open to everybody, so nothing of a site that a gate closes.',
    answers: 'application/xml',
    access: everyone,
    hides: true,
  },
  assets: {
    ...look,
    method: 'GET',
    path: '/assets/*',
    summary: "The front end's built files, kept for ever.",
    answers: '*/*',
    host: 'any',
  },
  socket: {
    method: 'GET',
    path: '/ws',
    summary: 'The socket: frames `{ event, data, id? }`, the first one authenticates.',
    answers: json,
    access: signedIn,
    // A page in maintenance hears here that it is over.
    open: ['maintenance'],
    session: 'first-frame',
    showsRefusals: true,
  },
  page: {
    method: 'GET',
    path: '/*',
    summary: 'A page of the site.',
    answers: 'text/html',
    access: everyone,
    session: 'cookie',
    host: 'any',
    showsRefusals: true,
  },
  health: { ...platform, method: 'GET', path: '/healthz', summary: 'Whether the process lives.', answers: json },
  readiness: { ...platform, method: 'GET', path: '/readyz', summary: 'Whether its parts are ready.', answers: json },
  description: { ...platform, method: 'GET', path: '/api/openapi.json', summary: 'This description.', answers: json },
  status: {
    ...platform,
    method: 'GET',
    path: '/status.json',
    summary: 'The sites, and whether every part can do its work.',
    answers: json,
  },
  metrics: {
    ...platform,
    method: 'GET',
    path: '/metrics',
    summary: "The process's figures, in Prometheus' text format.",
    answers: 'text/plain',
  },
  failedJobs: { ...platform, method: 'GET', path: '/jobs/failed', summary: 'Jobs that gave up.', answers: json },
  retryJob: {
    ...platform,
    method: 'POST',
    path: '/jobs/failed/:id/retry',
    summary: 'Try a job again.',
    answers: json,
  },
  mailbox: {
    ...platform,
    method: 'GET',
    path: '/mailbox',
    summary: 'Mails that were kept instead of sent, outside production.',
    answers: 'text/html',
  },
} as const satisfies Readonly<Record<string, DoorDefinition>>;
