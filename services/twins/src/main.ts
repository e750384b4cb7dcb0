import { parseArgs } from 'node:util';
import { startSandboxTwin } from './sandbox/start.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, data: { type: 'string' }, 'webhook-url': { type: 'string' } },
});

if (process.env.NODE_ENV === 'production') {
  process.stderr.write('The sandbox card provider takes no real money and does not run in production.\n');
  process.exit(1);
}

const twin = await startSandboxTwin({
  port: Number(values.port ?? 8001),
  ...(values.data ? { dataFile: values.data } : {}),
  ...(values['webhook-url'] ? { webhookUrl: values['webhook-url'] } : {}),
  ...(process.env.SANDBOX_API_KEY ? { apiKey: process.env.SANDBOX_API_KEY } : {}),
  ...(process.env.SANDBOX_WEBHOOK_SECRET ? { webhookSecret: process.env.SANDBOX_WEBHOOK_SECRET } : {}),
});
process.stdout.write(`sandbox card provider on ${twin.url}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void twin.close().then(() => process.exit(0)));
}
