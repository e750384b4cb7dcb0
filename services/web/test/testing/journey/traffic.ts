import { idOfShort } from '@backlot/media/serve/short-id';
import type { BrowserContext, Request, Response } from 'playwright-core';

export interface Traffic {
  /** Of requests to the hosts that were asked for: address, headers and body. */
  readonly sent: string[];
  /** Frames of their sockets. */
  readonly frames: readonly string[];
  /** Resolves when all that was seen so far is noted. */
  settled(): Promise<void>;
}

/** Notes all that a browser sends to hosts of ours (`*.localhost`), from now on. */
export function noteSent(context: BrowserContext): Traffic {
  const sent: string[] = [];
  const frames = noteFrames(context);
  const running = new Set<Promise<void>>();
  const note = async (request: Request): Promise<void> => {
    const headers = await request.allHeaders().catch(() => request.headers());
    sent.push(
      [
        `${request.method()} ${decodeURIComponent(request.url())}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        request.postDataBuffer()?.toString('latin1') ?? '',
      ].join('\n'),
    );
  };
  context.on('request', (request) => {
    if (!isOurs(request.url())) return;
    const noting = note(request).finally(() => running.delete(noting));
    running.add(noting);
  });
  return {
    sent,
    frames,
    settled: async () => {
      await Promise.all(running);
    },
  };
}

/** Notes what goes over a browser's sockets, both ways, from now on. */
export function noteFrames(context: BrowserContext): readonly string[] {
  const frames: string[] = [];
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      const keep = ({ payload }: { payload: string | Buffer }): void => {
        frames.push(payload.toString());
      };
      socket.on('framesent', keep);
      socket.on('framereceived', keep);
    }),
  );
  return frames;
}

/** Hosts of the deployment; the card field has an address of its own. */
export const isOurs = (url: string): boolean => /^(?:http|ws)s?:\/\/(?:[\w-]+\.)*localhost[:/]/.test(url);

export interface Received {
  readonly url: string;
  readonly status: number;
  readonly headers: string;
  readonly body: Buffer;
  readonly type: string;
}

/** Paths of private media that were asked for or stand in what was answered: pages, calls, playlists. */
export const mediaAddressesIn = (received: readonly Received[]): string[] =>
  [
    ...new Set(
      received.flatMap((answer) => [
        new URL(answer.url).pathname,
        ...(isTextAnswer(answer) ? (answer.body.toString().match(/\/media\/[\w-]{22}\/\w+\/[\w.-]+/g) ?? []) : []),
      ]),
    ),
  ].filter((path) => mediaIdOf(path) !== '');

/** Whose address it is; empty for what is none of private media. */
export const mediaIdOf = (url: string): string => idOfShort(/\/media\/([\w-]{22})\//.exec(url)?.[1] ?? '') ?? '';
export const isTextAnswer = ({ type }: Pick<Received, 'type'>): boolean =>
  /json|html|javascript|text|mpegurl/.test(type);

/**
 * Notes every answer that a browser gets from hosts of ours, bodies included. What never changes under its address is
 * noted once: to read the same code from the browser for every page takes as much as the pages.
 */
export function noteReceived(context: BrowserContext): { readonly received: Received[]; settled(): Promise<void> } {
  const received: Received[] = [];
  const running = new Set<Promise<void>>();
  const immutable = new Set<string>();
  const note = async (response: Response): Promise<void> => {
    // Redirects and answers to a page that was left have no body.
    const body = await response.body().catch(() => Buffer.alloc(0));
    const headers = await response.allHeaders().catch(() => response.headers());
    received.push({
      url: response.url(),
      status: response.status(),
      body,
      type: headers['content-type'] ?? '',
      headers: Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    });
  };
  context.on('response', (response) => {
    const url = response.url();
    if (!isOurs(url) || immutable.has(url)) return;
    if (response.headers()['cache-control']?.includes('immutable')) immutable.add(url);
    const noting = note(response).finally(() => running.delete(noting));
    running.add(noting);
  });
  return {
    received,
    settled: async () => {
      await Promise.all(running);
    },
  };
}
