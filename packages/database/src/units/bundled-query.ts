import pg from 'pg';

/** One of the statements of a bundle. Without a name Postgres keeps it no longer than the message. */
export interface BundledStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** The driver's connection, as far as messages are sent on it. */
interface Wire {
  execute(message: object): void;
  sync(): void;
}

/** What of the driver's query its types do not tell. */
interface QueryInside {
  text: string;
  values: readonly unknown[];
  name: string | undefined;
  prepare(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const inside = pg.Query.prototype as unknown as QueryInside;

/**
 * Statements in one message, which saves ways to Postgres and back. It is one message of the extended protocol, up to one Sync:
 * each statement sees what those before it did and what others committed until then, as it would alone; after an error
 * Postgres skips the rest, so that behind a BEGIN that failed nothing runs, and behind a statement that failed no COMMIT.
 * At most one of them may be new to Postgres: the driver notes one name as known when it hears of it.
 */
export class BundledQuery extends pg.Query {
  readonly statements: readonly BundledStatement[];
  #isRefused = false;

  /** Their results in their order. @throws what Postgres refuses */
  static run(client: pg.Client, statements: readonly BundledStatement[], fresh: number): Promise<pg.QueryResult[]> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, results: pg.QueryResult | pg.QueryResult[]): void => {
        if (error === null) return resolve([results].flat());
        // The driver's own leads to its socket.
        Error.captureStackTrace(error);
        reject(error);
      };
      client.query(new BundledQuery(statements, fresh, done));
    });
  }

  private constructor(
    statements: readonly BundledStatement[],
    fresh: number,
    done: (error: Error | null, results: pg.QueryResult | pg.QueryResult[]) => void,
  ) {
    super({ ...statements[fresh]!, queryMode: 'extended' } as never, undefined as never, done as never);
    this.statements = statements;
  }

  /** The driver's: it makes one write of all that this sends. */
  prepare(wire: Wire): void {
    const self = this as unknown as QueryInside;
    const { text, values, name } = self;
    for (const statement of this.statements) {
      Object.assign(self, { text: statement.text, values: statement.values, name: statement.name });
      inside.prepare.call(self, wire);
      // A value that can't be sent: the driver has ended the message.
      if (this.#isRefused) return;
    }
    Object.assign(self, { text, values, name });
    wire.sync();
  }

  /** The driver's: the end of each statement. */
  _getRows(wire: Wire): void {
    wire.execute({});
  }

  handleError(error: Error, wire: Wire): void {
    this.#isRefused = true;
    inside.handleError.call(this, error, wire);
  }
}
