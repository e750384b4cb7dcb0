import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '@backlot/database';
import type { Config } from './config.ts';
import { OperatorError } from './process/operator-error.ts';

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
 * @throws an OperatorError when the key is missing, malformed or not the one that this database was sealed with
 */
export async function openSecrets(config: Config, database: Database, env: Env = process.env): Promise<Secrets> {
  const path = keyPath(config);
  const sealedOne = await database.shared.read(async (db) => (await db('secrets').first('sealed')) ?? null);
  const master = (await givenKey(config, env)) ?? (sealedOne ? missingKey(path) : await makeKeyFile(path));
  const known = new Map<string, Buffer>();
  const derived = new Map<string, Buffer>();
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
  if (sealedOne && !opens(() => open(sealedOne.sealed))) {
    throw new OperatorError(
      `${env['SECRET_KEY'] ? 'SECRET_KEY' : `The key in ${path}`} is not the one that this database was sealed with. Give the one that belongs to it, from the place where it is kept beside the back-ups. scripts/OPERATIONS.md says what to do when it is lost.`,
    );
  }
  return {
    async get(name) {
      const cached = known.get(name);
      if (cached) return cached;
      const value = await database.shared.write(async (db) => {
        await db('secrets')
          .insert({ name, sealed: seal(randomBytes(32)) })
          .onConflict('name')
          .ignore();
        const row = await db('secrets').where({ name }).first();
        return open(row!.sealed);
      });
      known.set(name, value);
      return value;
    },
    seal: (value) => seal(Buffer.from(value, 'utf8')),
    unseal: (sealed) => open(sealed).toString('utf8'),
    hmac(purpose, text) {
      const key = derived.get(purpose) ?? derive(master, purpose);
      derived.set(purpose, key);
      return createHmac('sha256', key).update(text).digest('base64url');
    },
  };
}

const derive = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, 32));

const opens = (attempt: () => unknown): boolean => {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
};

type Env = Readonly<Record<string, string | undefined>>;

const keyPath = (config: Config): string => join(config.dataDir, 'secret.key');
const makeOne = 'openssl rand -hex 32';

/** Says at once, before anything is opened, what a production is missing. @throws an OperatorError */
export async function requireKey(config: Config, env: Env = process.env): Promise<void> {
  if ((await givenKey(config, env)) === null && config.production) {
    throw new OperatorError(
      `SECRET_KEY is not set. It seals what the database keeps secret: make one with \`${makeOne}\`, set it, and keep it apart from the back-ups.`,
    );
  }
}

async function givenKey(config: Config, env: Env): Promise<Buffer | null> {
  if (env['SECRET_KEY']) return parseKey(env['SECRET_KEY'], 'SECRET_KEY');
  const text = await readFile(keyPath(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return text === null ? null : parseKey(text.trim(), keyPath(config));
}

function missingKey(path: string): never {
  throw new OperatorError(
    `The key ${path} is gone, and this database holds secrets that were sealed with it. Put the file back, or set SECRET_KEY to the same key. scripts/OPERATIONS.md says what to do when it is lost.`,
  );
}

function parseKey(text: string, where: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new OperatorError(`${where} must be 32 bytes in hex or base64, as \`${makeOne}\` makes them.`);
  return key;
}

async function makeKeyFile(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true });
  const key = randomBytes(32);
  const file = await createAlone(path);
  // Another process was first.
  if (!file) return parseKey((await readFile(path, 'utf8')).trim(), path);
  await file.writeFile(key.toString('hex'));
  await file.sync();
  await file.close();
  await chmod(path, 0o600);
  return key;
}

/** Creates the file alone: of two processes that start at once, one makes the key. */
async function createAlone(path: string) {
  return open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
}

declare module 'knex/types/tables.js' {
  interface Tables {
    secrets: { name: string; sealed: string };
  }
}
