import { endingOf, invalid, readEnd, signedEnd } from './signatures.ts';
import type { Asker, Covered, Refused, SigningKeys, Ticket } from './signatures.ts';

export interface UploadTicket extends Ticket {
  /** The most bytes that may be sent. */
  readonly maxBytes: number;
}

export interface PartTicket extends Ticket {
  /** From 1. */
  readonly part: number;
  /** Exactly as many as must come. */
  readonly bytes: number;
}

type Pass<T extends Ticket> = Refused | ({ readonly allowed: true } & Omit<T, 'tenant'>);
export type UploadPass = Pass<UploadTicket>;
export type PartPass = Pass<PartTicket>;

const uploadShape = new RegExp(String.raw`^/upload/([0-9a-f-]{36})/([0-9a-z]{1,11})\.${endingOf('upload')}$`);
const partShape = new RegExp(
  String.raw`^/upload/([0-9a-f-]{36})/([1-9]\d{0,4})/([0-9a-z]{1,11})\.${endingOf('part')}$`,
);

/** The path that one file may be sent to without a session: the signature is the right. */
export function signUploadPath(keys: SigningKeys, { tenant, mediaId, maxBytes, expiresAt }: UploadTicket): string {
  const most = maxBytes.toString(36);
  return signed(keys, uploadShape, `/upload/${mediaId}/${most}`, ['upload', tenant.id, mediaId, most], expiresAt);
}

/** The path exactly as it came in the request line, before any decoding and without a query. */
export function verifyUploadPath(keys: SigningKeys, path: string, asker: Asker): UploadPass {
  const match = uploadShape.exec(path);
  if (match === null) return invalid;
  const [, mediaId = '', most = '', ...end] = match;
  const { refused, expiresAt } = readEnd(keys, end, ['upload', asker.tenant.id, mediaId, most], asker);
  return refused ?? { allowed: true, mediaId, maxBytes: Number.parseInt(most, 36), expiresAt };
}

/** The path that one part of a file may be sent to. */
export function signPartPath(keys: SigningKeys, ticket: PartTicket): string {
  const { tenant, mediaId, part, expiresAt } = ticket;
  const bytes = ticket.bytes.toString(36);
  const path = `/upload/${mediaId}/${part}/${bytes}`;
  return signed(keys, partShape, path, ['part', tenant.id, mediaId, String(part), bytes], expiresAt);
}

/** As `verifyUploadPath`. */
export function verifyPartPath(keys: SigningKeys, path: string, asker: Asker): PartPass {
  const match = partShape.exec(path);
  if (match === null) return invalid;
  const [, mediaId = '', part = '', bytes = '', ...end] = match;
  const { refused, expiresAt } = readEnd(keys, end, ['part', asker.tenant.id, mediaId, part, bytes], asker);
  return refused ?? { allowed: true, mediaId, part: Number(part), bytes: Number.parseInt(bytes, 36), expiresAt };
}

function signed(keys: SigningKeys, shape: RegExp, start: string, covered: Covered, expiresAt: number): string {
  const path = `${start}.${signedEnd(keys, covered, expiresAt)}`;
  if (!shape.test(path)) throw new RangeError(`not the values of an address for ${covered[0]}`);
  return path;
}
