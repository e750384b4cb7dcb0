import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChargeInput } from '@backlot/payments';
import { openSandbox, type OpenSandbox } from '@backlot/payments/testing/open-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandboxTwin, type SandboxTwin } from '../src/index.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

describe('the faults of the sandbox twin', () => {
  let twin: SandboxTwin;
  let receiver: WebhookReceiver;
  let provider: OpenSandbox;

  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    twin = await startSandboxTwin({ webhookUrl: receiver.url, pendingMs: 30, retryMs: 20 });
    provider = openSandbox({ url: twin.url, apiKey: twin.apiKey });
  });
  afterEach(async () => {
    await twin.close();
    await receiver.close();
  });

  const input = async (more: Partial<ChargeInput> = {}): Promise<ChargeInput> => ({
    reference: randomUUID(),
    amountMinor: 900,
    currency: 'USD',
    recurring: false,
    initiator: 'customer',
    descriptor: 'STUDIO',
    source: { kind: 'token', token: await twin.control.token('4242424242424242') },
    ...more,
  });
  const about = (reference: string) =>
    receiver.received.filter((webhook) => webhook.body.charge.reference === reference);

  it('a webhook whose address is none is given up, and ends nothing', async () => {
    const escaped: unknown[] = [];
    const note = (error: unknown): void => {
      escaped.push(error);
    };
    process.on('unhandledRejection', note);
    const other = await startSandboxTwin({ webhookUrl: 'no address', pendingMs: 30, retryMs: 20 });
    const charged = await openSandbox({ url: other.url, apiKey: other.apiKey }).charge({
      ...(await input()),
      source: { kind: 'token', token: await other.control.token('4242424242424242') },
    });
    expect(charged.kind).toBe('succeeded');
    await new Promise((done) => setTimeout(done, 50));
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    await other.close();
    process.off('unhandledRejection', note);
    expect(escaped).toEqual([]);
  });

  it('the same seed strikes the same calls', async () => {
    const run = async (seed: number): Promise<string> => {
      await twin.control.faults([{ kind: 'decline', probability: 0.5 }], seed);
      let kinds = '';
      for (let i = 0; i < 12; i += 1) kinds += (await provider.charge(await input())).kind[0];
      return kinds;
    };
    const first = await run(7);
    expect(first).toMatch(/s.*d|d.*s/);
    expect(await run(7)).toBe(first);
    expect(await run(8)).not.toBe(first);
  });

  it('a refund that was made and whose answer was lost is not refused when it is asked for again', async () => {
    const charged = await provider.charge(await input());
    const { providerRef } = charged as Extract<typeof charged, { kind: 'succeeded' }>;
    const refund = () =>
      provider.refund!({ reference: 'once', providerRef, amountMinor: 450, currency: 'USD', refundedBeforeMinor: 0 });
    await twin.control.faults([{ kind: 'error-after', on: 'refund', count: 1 }]);
    expect(await refund()).toMatchObject({ kind: 'unknown' });
    await twin.control.faults([{ kind: 'decline', on: 'refund' }]);
    expect(await refund()).toMatchObject({ kind: 'succeeded' });
  });

  it('a charge that comes through after we stopped waiting is absent first and there later', async () => {
    const hasty = openSandbox({ ...twin, timeLimitMs: 150, graceMs: 1_500 });
    await twin.control.faults([{ kind: 'slow', delayMs: 800, count: 1 }]);
    const late = await input();
    expect(await hasty.charge(late)).toEqual({ kind: 'unknown', cause: 'timeout' });
    expect(await provider.look(late.reference)).toMatchObject({ kind: 'absent', certainty: 'not-yet' });
    await expect.poll(() => provider.look(late.reference)).toMatchObject({ kind: 'succeeded' });
  });

  it('no charge is made later than absent is said to be final', async () => {
    const hasty = openSandbox({ ...twin, timeLimitMs: 150, graceMs: 150 });
    await twin.control.faults([{ kind: 'slow', delayMs: 600, count: 1 }]);
    const tooLate = await input();
    expect(await hasty.charge(tooLate)).toMatchObject({ kind: 'unknown' });
    expect(await hasty.look(tooLate.reference, 449)).toEqual({ kind: 'absent', certainty: 'not-yet', finalInMs: 1 });
    expect(await hasty.look(tooLate.reference, 450)).toEqual({ kind: 'absent', certainty: 'final' });
    // There is no state to wait for: the point is what does not happen after the delay.
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(await provider.look(tooLate.reference)).toMatchObject({ kind: 'absent' });
  });

  it('a page that nobody comes back from is over in time, and its webhook says so', async () => {
    const brief = await startSandboxTwin({ webhookUrl: receiver.url, actionMs: 40, retryMs: 20 });
    const sandbox = openSandbox({ url: brief.url, apiKey: brief.apiKey });
    const abandoned = await input({ source: { kind: 'hosted' } });
    expect(await sandbox.charge(abandoned)).toMatchObject({ kind: 'action' });
    const webhook = await receiver.first(({ body }) => body.charge.reference === abandoned.reference);
    expect(webhook.body.type).toBe('charge.declined');
    expect(await sandbox.look(abandoned.reference)).toMatchObject({ kind: 'declined', reason: 'not-completed' });
    await brief.close();
  });

  it('another amount than was asked for is told as it was taken', async () => {
    await twin.control.faults([{ kind: 'other-amount', by: -1, count: 1 }]);
    const asked = await input();
    expect(await provider.charge(asked)).toMatchObject({ kind: 'succeeded', amountMinor: asked.amountMinor - 1 });
  });

  it('a decline carries the code that was asked for', async () => {
    await twin.control.faults([{ kind: 'decline', code: '-24', count: 1 }]);
    expect(await provider.charge(await input())).toMatchObject({
      kind: 'declined',
      code: '-24',
      reason: 'card-needs-attention',
    });
    expect(await provider.charge(await input())).toMatchObject({ kind: 'succeeded' });
  });

  it('find() that gets no answer does not say absent', async () => {
    const made = await input();
    await provider.charge(made);
    await twin.control.faults([{ kind: 'error-before', on: 'find', count: 1 }]);
    expect(await provider.look(made.reference)).toMatchObject({ kind: 'unknown' });
    expect(await provider.look(made.reference)).toMatchObject({ kind: 'succeeded' });
  });

  it('nobody there and a wrong key are not a charge', async () => {
    const nobody = openSandbox({ url: 'http://127.0.0.1:9', apiKey: 'x', timeLimitMs: 200 });
    expect(await nobody.charge(await input())).toEqual({ kind: 'unknown', cause: 'connection' });
    expect(await nobody.look('x')).toEqual({ kind: 'unknown', cause: 'connection' });
    const stranger = openSandbox({ url: twin.url, apiKey: 'wrong', timeLimitMs: 200 });
    expect(await stranger.charge(await input())).toMatchObject({ kind: 'declined', reason: 'request-refused' });
    expect(await stranger.look('x')).toMatchObject({ kind: 'unknown' });
  });

  it('a 404 of something in between does not say absent', async () => {
    expect(await provider.look('%zz / never sent')).toMatchObject({ kind: 'absent' });
    const proxy = createServer((_request, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"no-such-host"}}'),
    );
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const behind = openSandbox({
      url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      apiKey: 'x',
    });
    expect(await behind.look('attempt')).toMatchObject({ kind: 'unknown' });
    proxy.close();
    proxy.closeAllConnections();
  });

  it('a webhook goes to the address of its charge, also on a *.localhost host', async () => {
    const made = await input({ notifyUrl: `http://api.clay.localhost:${receiver.port}/api/webhooks/sandbox/path` });
    await provider.charge(made);
    const webhook = await receiver.first(({ body }) => body.charge.reference === made.reference);
    expect(webhook.headers.host).toBe(`api.clay.localhost:${receiver.port}`);
  });

  it('a webhook that is refused is sent again', async () => {
    receiver.refuse(3);
    const made = await input();
    await provider.charge(made);
    await receiver.first(({ body }) => body.charge.reference === made.reference);
    expect((await twin.control.webhooks())[0]?.attempts).toBe(4);
  });

  it('doubled, late and lost webhooks', async () => {
    await twin.control.faults([{ kind: 'webhook-doubled', count: 1 }]);
    const doubled = await input();
    await provider.charge(doubled);
    await expect.poll(() => about(doubled.reference).length).toBe(2);
    expect(new Set(about(doubled.reference).map(({ body }) => body.id)).size).toBe(1);

    await twin.control.faults([{ kind: 'webhook-lost', count: 1 }]);
    const lost = await input();
    await provider.charge(lost);
    await twin.control.faults([{ kind: 'webhook-late', delayMs: 600, count: 1 }]);
    const late = await input();
    await provider.charge(late);
    expect(about(late.reference)).toEqual([]);
    await receiver.first(({ body }) => body.charge.reference === late.reference);
    expect(about(lost.reference)).toEqual([]);
    expect((await twin.control.webhooks()).map((webhook) => webhook.state).sort()).toEqual([
      'delivered',
      'delivered',
      'lost',
    ]);
  });

  it('reordered webhooks arrive after the next one', async () => {
    await twin.control.faults([{ kind: 'webhook-reordered', count: 1 }]);
    const [first, second] = [await input(), await input()];
    await provider.charge(first);
    await provider.charge(second);
    await receiver.first(({ body }) => body.charge.reference === first.reference);
    expect(receiver.received.map(({ body }) => body.charge.reference)).toEqual([second.reference, first.reference]);
  });

  it('a chargeback is told', async () => {
    const made = await input();
    await provider.charge(made);
    await twin.control.chargeback(made.reference);
    expect(await receiver.first(({ body }) => body.type === 'chargeback')).toMatchObject({
      body: { charge: { reference: made.reference } },
    });
  });

  it('a fault with a wrong name is refused, so that no test passes for want of it', async () => {
    await expect(twin.control.faults([{ kind: 'time-out' as 'slow' }])).rejects.toThrow('invalid-faults');
  });

  it("a card is taken from the field's own page only", async () => {
    const card = { number: '4242424242424242', month: 12, year: new Date().getFullYear() + 1, cvv: '123' };
    const send = (origin: string) =>
      fetch(`${twin.url}/v1/tokens`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify(card),
      });
    expect((await send('http://clay.localhost:8000')).status).toBe(403);
    expect((await send(twin.url)).status).toBe(200);
  });

  it('DECISIONS 1 nothing that it serves names the product', async () => {
    const page = await fetch(`${twin.url}/field?origin=${encodeURIComponent('http://clay.localhost:8000')}`);
    const html = await page.text();
    const parts = [html, JSON.stringify([...page.headers])];
    for (const name of ['page', 'brand-icons', 'brands', 'card-rules', 'messages', 'regroup', 'style-tokens']) {
      const module = await fetch(`${twin.url}/field/${name}.ts`);
      expect(module.status).toBe(200);
      parts.push(await module.text());
    }
    expect(parts.join('\n')).not.toMatch(/backlot/i);
  });

  it("the field is not served to a page that could be anybody's", async () => {
    for (const origin of [
      'https://evil.example',
      'http://localhost.evil.example',
      'http://clay.localhost:8000/x',
      'http://x.localhost; script-src *',
      '',
    ]) {
      expect((await fetch(`${twin.url}/field?origin=${encodeURIComponent(origin)}`)).status).toBe(400);
    }
  });
});
