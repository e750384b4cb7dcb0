import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChargeInput } from '@backlot/payments';
import { openSandbox } from '@backlot/payments/testing/open-sandbox';
import { findCardNumbersBesideIds } from '@backlot/payments/testing/card-numbers';
import { createTwinControl } from '@backlot/payments/twin-control';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandboxTwin } from '../src/index.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('the journal of the sandbox twin', () => {
  let folder: string;
  let dataFile: string;
  let running: ChildProcess | null = null;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'twin-'));
    dataFile = join(folder, 'journal.jsonl');
  });
  afterEach(() => {
    running?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** A twin in a process of its own, which can be killed. */
  async function spawnTwin(): Promise<{
    url: string;
    apiKey: string;
    webhookSecret: string;
    kill: () => Promise<void>;
  }> {
    const child = spawn(process.execPath, [main, '--port', '0', '--data', dataFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running = child;
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (line: Buffer) => resolve(/http:\S+/.exec(line.toString())?.[0] ?? ''));
      child.once('exit', (code) => reject(new Error(`the twin ended with ${code}`)));
    });
    return {
      url,
      apiKey: 'sandbox-key',
      webhookSecret: 'sandbox-webhook-secret',
      kill: () =>
        new Promise((resolve) => {
          child.removeAllListeners('exit');
          child.once('exit', () => resolve());
          child.kill('SIGKILL');
        }),
    };
  }

  const charge = (token: string, more: Partial<ChargeInput> = {}): ChargeInput => ({
    reference: randomUUID(),
    amountMinor: 900,
    currency: 'USD',
    recurring: true,
    initiator: 'customer',
    descriptor: 'STUDIO',
    source: { kind: 'token', token },
    ...more,
  });

  it('a kill in the middle of many charges loses none that was answered and doubles none', async () => {
    let twin = await spawnTwin();
    const answered = new Map<string, string>();
    const sent: ChargeInput[] = [];
    for (let round = 0; round < 3; round += 1) {
      const provider = openSandbox({ ...twin, timeLimitMs: 3_000 });
      const control = createTwinControl(twin);
      const tokens = await Promise.all(Array.from({ length: 20 }, () => control.token('4242424242424242')));
      const charging = tokens.map(async (token) => {
        const input = charge(token);
        sent.push(input);
        const outcome = await provider.charge(input);
        if (outcome.kind === 'succeeded') answered.set(input.reference, outcome.providerRef);
      });
      await Promise.race(charging.slice(5 * round, 5 * round + 3));
      await twin.kill();
      await Promise.all(charging);
      twin = await spawnTwin();
    }
    const made = await createTwinControl(twin).charges();
    expect(new Set(made.map((one) => one.reference)).size).toBe(made.length);
    expect(answered.size).toBeGreaterThan(0);
    for (const [reference, id] of answered) expect(made.find((one) => one.reference === reference)?.id).toBe(id);

    const provider = openSandbox({ ...twin, timeLimitMs: 3_000 });
    for (const input of sent) expect((await provider.charge(input)).kind).toBe('succeeded');
    expect((await createTwinControl(twin).charges()).length).toBe(sent.length);
  });

  it('a line that was torn is cut off and the next one stands alone', async () => {
    const first = await startSandboxTwin({ dataFile });
    const token = await first.control.token('4242424242424242');
    await first.close();
    appendFileSync(dataFile, '{"kind":"charge","charge":{"refer');
    const second = await startSandboxTwin({ dataFile });
    const outcome = await openSandbox(second).charge(charge(token));
    await second.close();
    expect(outcome.kind).toBe('succeeded');
    const third = await startSandboxTwin({ dataFile });
    expect((await third.control.charges()).length).toBe(1);
    await third.close();
  });

  it('what was pending and what was not delivered goes on after a restart', async () => {
    const receiver = await startWebhookReceiver();
    const first = await startSandboxTwin({
      dataFile,
      pendingMs: 60_000,
      webhookUrl: 'http://127.0.0.1:9/nobody',
      retryMs: 60_000,
    });
    const input = charge(await first.control.token('4242424242424242'));
    await openSandbox(first).charge(input);
    await first.close();
    const second = await startSandboxTwin({ dataFile, webhookUrl: receiver.url });
    await receiver.first(({ body }) => body.charge.reference === input.reference);

    const brief = await startSandboxTwin({ dataFile: join(folder, 'brief.jsonl'), pendingMs: 100 });
    const pending = charge(await brief.control.token('4000000000000077'));
    expect((await openSandbox(brief).charge(pending)).kind).toBe('pending');
    await brief.close();
    const later = await startSandboxTwin({ dataFile: join(folder, 'brief.jsonl') });
    await expect.poll(() => openSandbox(later).look(pending.reference)).toMatchObject({ kind: 'succeeded' });
    await later.close();
    await second.close();
    await receiver.close();
  });

  it('DECISIONS 22 no card number is written to it', async () => {
    const twin = await startSandboxTwin({ dataFile });
    await openSandbox(twin).charge(charge(await twin.control.token('4242424242424242')));
    await twin.close();
    const text = readFileSync(dataFile, 'utf8');
    expect(text).toContain('"last4":"4242"');
    expect(findCardNumbersBesideIds(text)).toEqual([]);
    expect(text).not.toContain('42424242');
  });

  it('a twin refuses to start in production', async () => {
    const child = spawn(process.execPath, [main, '--port', '0'], {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'ignore',
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
  });
});
