import { afterAll, expect, test } from 'vitest';
import type { BareRoute } from './bare.ts';
import { compareCpu, type Asked } from './compare-cpu.ts';
import { startProgram, type Program } from './programs.ts';

const programs: Program[] = [];

afterAll(() => Promise.all(programs.map((program) => program.stop())));

async function answering(busyMs: number): Promise<Asked> {
  const program = startProgram('bare.ts');
  programs.push(program);
  const body = Buffer.from('{"of":"a few bytes"}').toString('base64');
  const route: BareRoute = { contentType: 'application/json', body, encoding: 'identity', statement: null, busyMs };
  const { port } = await program.ask<{ port: number }>(route);
  return { program, url: `http://127.0.0.1:${port}/`, headers: {} };
}

test('a program that spends a millisecond on each answer is measured as that much dearer than one that does not', async () => {
  const [plain, busy] = [await answering(0), await answering(1)];

  const { ratio, oursMs, bareMs } = await compareCpu(busy, plain, { rounds: 3, seconds: 1 });

  expect(oursMs - bareMs).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(0.6);
});
