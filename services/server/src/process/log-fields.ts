import { AsyncLocalStorage } from 'node:async_hooks';
import { Server, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** What every log line says of what was being done, also one that is written far from it. Nothing else is read from here. */
export interface LogFields {
  requestId?: string;
  tenant?: string;
  job?: string;
  jobId?: string;
}

/** A client's connection, on which one request follows the other. */
interface Connection {
  fields: LogFields;
  readonly socket: Socket;
}

const work = new AsyncLocalStorage<LogFields>();
const connections = new AsyncLocalStorage<Connection>();

/** Runs work whose log lines carry these fields, however deep they are written. */
export const withLogFields = <R>(fields: LogFields, run: () => R): R => work.run(fields, run);

/** Fields of the work that is under way; of the connection's last request where only its bytes are known. */
export const logFields = (): LogFields => work.getStore() ?? connections.getStore()?.fields ?? {};

/** From now on what comes on this connection belongs to this request. */
export function noteRequest(fields: LogFields): void {
  const connection = connections.getStore();
  if (connection) connection.fields = fields;
}

/** The connection of the request that is under way; null for work that no client waits for. */
export const socketOfRequest = (): Socket | null => connections.getStore()?.socket ?? null;

const isForSocket = ({ url = '' }: Pick<IncomingMessage, 'url'>): boolean => /^\/ws(?:\?|$)/.test(url);

/** Nobody would read such a connection any more, nor see that its client went: it would stay for as long as the process. */
function refuseUpgrade(socket: Socket): true {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  socket.destroySoon();
  return true;
}

/** A server of which everything that happens on a connection knows whose it is, its bytes' events too. */
export class TracedServer extends Server {
  readonly #open = new Set<Socket>();

  override emit(event: string | symbol, ...parts: unknown[]): boolean {
    const pass = (): boolean => super.emit(event as 'connection', ...(parts as [Socket]));
    if (event === 'upgrade')
      return isForSocket(parts[0] as IncomingMessage) ? pass() : refuseUpgrade(parts[1] as Socket);
    if (event !== 'connection') return pass();
    const socket = parts[0] as Socket;
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return connections.run({ fields: {}, socket }, pass);
  }

  /** Node's own `closeAllConnections` forgets those that were, or were to be, a WebSocket. */
  destroyConnections(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
