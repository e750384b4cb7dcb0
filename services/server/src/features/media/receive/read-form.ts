import { DomainError } from '@backlot/contracts';
import { Readable } from 'node:stream';

export interface FormFile {
  readonly name: string;
  /** As the form claims; empty when it claims none. */
  readonly type: string;
  /** Must be read before the next file is asked for; what is left of it is skipped. */
  readonly bytes: Readable;
}

export interface FormLimits {
  /** Parts of all kinds, files included. */
  readonly maxParts: number;
  readonly maxFiles: number;
}

/** Of what stands before the first boundary, and of a part's header. */
const MOST_HEADER_BYTES = 16 * 1024;
/** Of a part that is no file. */
const MOST_FIELD_BYTES = 20_000;

/**
 * The files of a `multipart/form-data` body (RFC 7578), one after another as they come; its other parts are skipped.
 * It is pulled, not pushed: a form that is cut off or makes no sense is an exception here and nowhere else, and nothing
 * of it is held beyond one chunk of the body.
 * @throws `content-type-refused` for what is no form, `invalid-request` for one that is broken or has too many parts,
 *   `max-45` at the first file too many
 */
export async function* readForm(
  body: Readable,
  contentType: string | undefined,
  limits: FormLimits,
): AsyncGenerator<FormFile, void, undefined> {
  const reader = openReader(body, `\r\n--${boundaryOf(contentType)}`);
  await drop(reader.untilBoundary(MOST_HEADER_BYTES));
  let files = 0;
  for (let parts = 1; !(await reader.isEnd()); parts += 1) {
    if (parts > limits.maxParts) throw new DomainError('invalid-request');
    const header = readHeader(await reader.header());
    if (header.fileName === null) {
      await drop(reader.untilBoundary(MOST_FIELD_BYTES));
      continue;
    }
    files += 1;
    if (files > limits.maxFiles) throw new DomainError('max-45');
    const bytes = reader.untilBoundary(Number.POSITIVE_INFINITY);
    // Only this stream may end early; the reader goes on to the next part.
    const file = Readable.from(keptOpen(bytes), { objectMode: false });
    file.on('error', () => undefined);
    yield { name: header.fileName, type: header.type, bytes: file };
    file.destroy();
    await drop(bytes);
  }
}

function boundaryOf(contentType: string | undefined): string {
  const match = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '');
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) throw new DomainError('content-type-refused');
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw new DomainError('invalid-request');
  return boundary;
}

interface FormReader {
  /** What comes before the next boundary, which is passed over. */
  untilBoundary(mostBytes: number): AsyncGenerator<Buffer, void, undefined>;
  /** After a boundary: whether it was the last. */
  isEnd(): Promise<boolean>;
  header(): Promise<string>;
}

function openReader(body: Readable, boundary: string): FormReader {
  const delimiter = Buffer.from(boundary, 'latin1');
  const chunks = body.iterator({ destroyOnReturn: false });
  // The first boundary has no line before it.
  let held = Buffer.from('\r\n');
  const more = async (): Promise<void> => {
    const next = await chunks.next().catch(() => null);
    if (next === null || next.done === true) throw new DomainError('invalid-request');
    const chunk = next.value as Buffer | string;
    held = Buffer.concat([held, typeof chunk === 'string' ? Buffer.from(chunk) : chunk]);
  };
  const take = (bytes: number): Buffer => {
    const taken = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return taken;
  };
  return {
    async *untilBoundary(mostBytes) {
      for (let passed = 0; ;) {
        const at = held.indexOf(delimiter);
        // The end of what came may be the beginning of a boundary.
        const sure = at === -1 ? held.length - delimiter.length + 1 : at;
        if (sure > 0) {
          passed += sure;
          if (passed > mostBytes) throw new DomainError('invalid-request');
          yield take(sure);
        }
        if (at !== -1) return void take(delimiter.length);
        await more();
      }
    },
    async isEnd() {
      while (held.length < 2) await more();
      if (held.subarray(0, 2).equals(Buffer.from('--'))) return true;
      for (;;) {
        const end = held.indexOf('\r\n');
        if (/[^ \t]/.test(held.subarray(0, end === -1 ? Math.max(0, held.length - 1) : end).toString('latin1')))
          throw new DomainError('invalid-request');
        if (end !== -1) {
          take(end + 2);
          return false;
        }
        if (held.length > MOST_HEADER_BYTES) throw new DomainError('invalid-request');
        await more();
      }
    },
    async header() {
      for (;;) {
        // A part may have no header at all: then its empty line is the first.
        if (held.subarray(0, 2).equals(Buffer.from('\r\n'))) return take(2).toString('latin1');
        const end = held.indexOf('\r\n\r\n');
        if ((end === -1 ? held.length : end) > MOST_HEADER_BYTES) throw new DomainError('invalid-request');
        if (end !== -1) return take(end + 4).toString('utf8');
        await more();
      }
    },
  };
}

function readHeader(text: string): { fileName: string | null; type: string } {
  const valueOf = (name: string): string => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';
  const disposition = valueOf('content-disposition');
  const type = valueOf('content-type').split(';', 1)[0]!.trim().toLowerCase();
  if (!/^form-data\b/i.test(disposition)) return { fileName: null, type };
  const coded = /;\s*filename\*=utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/i.exec(disposition);
  const name =
    (coded === undefined ? null : decoded(coded)) ?? plain?.[1]?.replace(/\\(["\\])/g, '$1') ?? plain?.[2] ?? null;
  // Some clients send bytes without a name.
  if (name === null) return { fileName: type === 'application/octet-stream' ? '' : null, type };
  return { fileName: name.split(/[/\\]/).at(-1)!, type };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The same bytes, whose end is not the end of where they come from. */
async function* keptOpen(bytes: AsyncGenerator<Buffer, void, undefined>): AsyncGenerator<Buffer, void, undefined> {
  for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) yield next.value;
}

async function drop(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes) {
    /* skipped */
  }
}
