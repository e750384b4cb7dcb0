import type { ReceivedWebhook } from './contract-tests.ts';

/** As our server hands a webhook over. */
export const webhookOf = ({ raw, headers, method = 'POST', query = new URLSearchParams() }: ReceivedWebhook) => ({
  method,
  query,
  headers,
  address: '127.0.0.1',
  raw,
  timeZone: 'Europe/Berlin',
});
