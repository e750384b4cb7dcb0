import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerDataLink } from './data-link.ts';
import { answerExtract } from './extract.ts';
import { formPath, serveForm } from './form-page.ts';
import { answerRest } from './rest.ts';
import type { CcbillTwin } from './twin.ts';

const starts: ReadonlyArray<
  readonly [string, (twin: CcbillTwin, request: IncomingMessage, response: ServerResponse) => Promise<void>]
> = [
  [formPath, serveForm],
  ['/ccbill-auth/', answerRest],
  ['/payment-tokens/', answerRest],
  ['/transactions/', answerRest],
  ['/utils/subscriptionManagement.cgi', answerDataLink],
  ['/data/main.cgi', answerExtract],
];

/** Answers what is CCBill's; null for any other path. */
export function serveCcbill(
  twin: CcbillTwin,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null {
  const found = starts.find(([start]) => pathname.startsWith(start));
  return found ? found[1](twin, request, response) : null;
}
