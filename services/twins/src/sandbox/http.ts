import type { IncomingMessage, ServerResponse } from 'node:http';

const largestBody = 64 * 1024;

/** The body as JSON; undefined when it is none, is too large or is not declared as JSON. */
export async function readJson(request: IncomingMessage, largest = largestBody): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return undefined;
  const text = await readText(request, largest);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body as a form's fields; none when it is too large. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams((await readText(request, largestBody)) ?? '');

async function readText(request: IncomingMessage, largest: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

export const refuse = (response: ServerResponse, status: number, code: string): void =>
  answer(response, status, { error: { code } });
