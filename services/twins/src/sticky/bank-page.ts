import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm } from '../sandbox/http.ts';
import type { StickyTwin } from './twin.ts';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  // The form's answer leads back to the site, which `form-action` would keep it from.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** `three_d_redirect`: the page that leads to the bank, which a person plays with two buttons at `/three_d`. */
export async function serveBank(
  twin: StickyTwin,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = request.method === 'POST' ? await readForm(request) : null;
  const order = twin.orders.all.get(form?.get('order_id') ?? query.get('order_id') ?? '');
  if (!order) return void response.writeHead(404, headers).end('There is no such order.');
  if (form !== null) {
    twin.answerBank(order.orderId, form.get('act') === 'confirm');
    const back = order.returnUrl;
    if (back !== null) return void response.writeHead(303, { location: back }).end();
  }
  response.writeHead(200, headers);
  response.end(
    order.status === '11'
      ? `<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title><h1>Is it you?</h1>
<form method="post" action="/three_d"><input type="hidden" name="order_id" value="${order.orderId}">
<button name="act" value="confirm">Confirm</button> <button name="act" value="deny">Deny</button></form></html>`
      : '<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title><p>This payment is over.</p></html>',
  );
}
