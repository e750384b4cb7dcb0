import { openDatabase, startEmbedded, type Database } from '@backlot/database';
import { withOwner } from '@backlot/database/owner';

import { PlainFailure } from '../bootstrap/progress.mjs';

export interface Connected {
  database: Database;
  /** The owner's address. */
  url: string;
  embedded: boolean;
  /** Tells once that the embedded Postgres ended by itself; a server of somebody else's is theirs to start again. */
  onLost(tell: () => void): void;
  close(): Promise<void>;
}

/** Opens `DATABASE_URL`, or starts the embedded Postgres on the data folder. Nothing is migrated yet. */
export async function connect(options: { dataDir: string; report?: (text: string) => void }): Promise<Connected> {
  // Empty as a compose file passes on what is not set.
  const given = process.env.DATABASE_URL || null;
  if (given !== null) requireAddress(given);
  const server = given ? null : await startOwn(options);
  const url = given ?? server?.url ?? '';
  const opening = async (): Promise<Database> => {
    // Only a query shows that somebody answers there, and to this name.
    await withOwner(url, (owner) => owner.query('select 1'));
    return openDatabase({ url });
  };
  const database = await opening().catch(async (error: unknown) => {
    await server?.stop();
    throw explainDatabase(error, url);
  });
  return {
    database,
    url,
    embedded: server !== null,
    onLost: (tell) => server?.onEnd(tell),
    close: async () => {
      await database.close();
      await server?.stop();
    },
  };
}

/** @throws a sentence for what is no address of a Postgres; the password in it is never shown */
export function requireAddress(url: string): void {
  const address = URL.parse(url);
  if (!address || !/^postgres(?:ql)?:$/.test(address.protocol) || address.pathname.length < 2) {
    throw new PlainFailure('DATABASE_URL must be an address such as postgres://user:password@host:5432/name');
  }
  try {
    decodeURIComponent(`${address.username}:${address.password}${address.pathname}`);
  } catch {
    throw new PlainFailure(
      'DATABASE_URL holds a % that begins no sign: in its user, password and name, write % as %25, @ as %40, / as %2F and # as %23.',
    );
  }
}

/** Its own errors say what to do; those of the system are explained with the others. */
async function startOwn({ dataDir, report }: { dataDir: string; report?: (text: string) => void }) {
  try {
    return await startEmbedded({ dataDir, ...(report && { onProgress: report }) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === undefined && error instanceof Error
      ? new PlainFailure(error.message)
      : error;
  }
}

/** A database error as a sentence that says what to do, where it is one that a person can mend. */
export function explainDatabase(error: unknown, url: string): unknown {
  const code = codeOf(error);
  const shown = withoutPassword(url);
  const sentences: Record<string, string> = {
    ECONNREFUSED: `No database answers at ${shown}. Start it, correct DATABASE_URL, or unset it to use the embedded one.`,
    ENOTFOUND: `The host in DATABASE_URL (${shown}) is not known. Correct it, or unset it to use the embedded database.`,
    EAI_AGAIN: `The host in DATABASE_URL (${shown}) is not known. Correct it, or unset it to use the embedded database.`,
    ETIMEDOUT: `The database at ${shown} does not answer. Check the address and the firewall between.`,
    '28P01': `The database refused the user or password in DATABASE_URL (${shown}).`,
    '28000': `The database refused the user in DATABASE_URL (${shown}).`,
    '3D000': `The database named in DATABASE_URL (${shown}) does not exist. Create it first: createdb <name>`,
    '42501': `The user in DATABASE_URL (${shown}) lacks a right: it must own the database and be allowed to create roles. The database says: ${messageOf(error)}`,
    '53100': 'The disk of the database is full. Free some space and start again.',
    ENOSPC: 'The disk is full. Free some space and start again.',
  };
  const sentence = code ? sentences[code] : undefined;
  if (sentence) return new PlainFailure(sentence);
  return (error as { reason?: unknown }).reason === 'unreachable' ? new PlainFailure(messageOf(error)) : error;
}

// A refused connection comes as an AggregateError, one for each address of the host.
function codeOf(error: unknown): string | undefined {
  for (
    let at = error as { code?: string; cause?: unknown; errors?: unknown[] } | undefined;
    at;
    at = (at.cause ?? at.errors?.[0]) as typeof at
  ) {
    if (at.code) return at.code;
  }
  return undefined;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function withoutPassword(url: string): string {
  try {
    const address = new URL(url);
    return `${decodeURIComponent(address.hostname)}${address.port ? `:${address.port}` : ''}${address.pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
