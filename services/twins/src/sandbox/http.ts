import type { IncomingMessage, ServerResponse } from 'node:http';

const largestBody = 64 * 1024;

/** The body as JSON; undefined when it is none, is too large or is not declared as JSON. */
export async function readJson(request: IncomingMessage, largest = largestBody): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

export function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

export const refuse = (response: ServerResponse, status: number, code: string): void =>
  answer(response, status, { error: { code } });
