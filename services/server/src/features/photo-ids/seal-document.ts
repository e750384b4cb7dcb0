import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** A document as the store keeps it, and the key that opens it alone. */
export interface SealedDocument {
  readonly bytes: Buffer;
  readonly key: Buffer;
}

/** `name` is bound to the bytes: an object that lies in another's place does not open. */
export function sealDocument(bytes: Buffer, name: string): SealedDocument {
  const key = randomBytes(32);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { bytes: Buffer.concat([iv, cipher.getAuthTag(), body]), key };
}

/** @throws an Error for bytes that were changed, or that belong to another name or key */
export function openDocument(sealed: Buffer, key: Buffer, name: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
}
