import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '@backlot/database';
import type { Config } from './config.ts';

/** Keys of this deployment. Values in the database are sealed with the master key. */
export interface Secrets {
  /** A stable secret by name, made at first use and shared by all processes. */
  get(name: string): Promise<Buffer>;
  /** Seals a tenant's secret setting for storage. */
  seal(value: string): string;
  unseal(sealed: string): string;
  hmac(purpose: string, text: string): string;
}

/**
 * Master key from `SECRET_KEY` (32 bytes, hex or base64), else from a file in
 * the data folder that is made once. Losing it ends all sessions and makes
 * stored secrets unreadable; it is the one thing to back up beside the database.
 */
export async function openSecrets(config: Config, database: Database, env: Readonly<Record<string, string | undefined>> = process.env): Promise<Secrets> {
  const master = env['SECRET_KEY'] ? parseKey(env['SECRET_KEY']) : await keyFile(join(config.dataDir, 'secret.key'), config.production);
  const known = new Map<string, Buffer>();
  const sealingKey = derive(master, 'seal');
  const seal = (value: Buffer | string): string => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', sealingKey, iv);
    const body = Buffer.concat([cipher.update(value as Buffer), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
  };
  const open = (sealed: string): Buffer => {
    const raw = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, raw.subarray(0, 12));
    decipher.setAuthTag(raw.subarray(12, 28));
    return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]);
  };
  return {
    async get(name) {
      const cached = known.get(name);
      if (cached) return cached;
      const value = await database.shared.write(async (db) => {
        await db('secrets').insert({ name, sealed: seal(randomBytes(32)) }).onConflict('name').ignore();
        const row = await db('secrets').where({ name }).first();
        return open(row!.sealed);
      });
      known.set(name, value);
      return value;
    },
    seal: (value) => seal(Buffer.from(value, 'utf8')),
    unseal: (sealed) => open(sealed).toString('utf8'),
    hmac: (purpose, text) => createHmac('sha256', derive(master, purpose)).update(text).digest('base64url'),
  };
}

const derive = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, 32));

function parseKey(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('SECRET_KEY must be 32 bytes in hex or base64.');
  return key;
}

async function keyFile(path: string, production: boolean): Promise<Buffer> {
  const existing = await readFile(path).catch(() => null);
  if (existing) return parseKey(existing.toString('utf8').trim());
  if (production) throw new Error(`SECRET_KEY is not set and ${path} does not exist. Set SECRET_KEY to 32 random bytes in hex.`);
  await mkdir(dirname(path), { recursive: true });
  const key = randomBytes(32);
  const file = await createAlone(path);
  if (!file) return keyFile(path, production);
  await file.writeFile(key.toString('hex'));
  await file.sync();
  await file.close();
  await chmod(path, 0o600);
  return key;
}

/** Creates the file alone: of two processes that start at once, one makes the key. */
async function createAlone(path: string) {
  return open(path, 'wx', 0o600).catch(() => null);
}

declare module 'knex/types/tables.js' {
  interface Tables {
    secrets: { name: string; sealed: string };
  }
}
