import type { ServerResponse } from 'node:http';
import type { CcbillCall } from './faults.ts';
import type { CcbillTwin } from './twin.ts';

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
}

/** Does what was asked and answers, unless a fault is switched on for it. */
export async function spoil(
  twin: CcbillTwin,
  call: CcbillCall,
  response: ServerResponse,
  work: () => Answered | Promise<Answered>,
): Promise<void> {
  const error: Answered = { status: 500, text: JSON.stringify({ errorCode: '100103', errors: [] }) };
  const write = ({ status, text, type = 'application/json' }: Answered): void =>
    void response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  if (twin.strikes('timeout-before', call)) return;
  if (twin.strikes('reset-before', call)) return void response.destroy();
  if (twin.strikes('error-before', call)) return write(error);
  if (twin.strikes('unauthorized', call)) return write({ status: 401, text: '' });
  if (twin.strikes('html', call))
    return write({ status: 200, text: '<html><title>Maintenance</title></html>', type: 'text/html' });
  if (twin.strikes('endless', call)) return writeEndlessly(response);
  const slow = twin.strikes('slow', call);
  if (slow) await new Promise((resolve) => setTimeout(resolve, slow.delayMs ?? 1_000));
  const answer = await work();
  if (twin.strikes('timeout-after', call)) return;
  if (twin.strikes('reset-after', call)) return void response.destroy();
  write(twin.strikes('error-after', call) ? error : answer);
}

/** Lines of an account that is nobody's, for as long as anybody reads them. */
function writeEndlessly(response: ServerResponse): void {
  const line = `"VOID","100000","0000","100000000000000000","20260101000000","1.00","${'x'.repeat(8_000)}"\n`;
  const part = line.repeat(16);
  const go = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('error', () => {});
  response.on('drain', go);
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  go();
}
