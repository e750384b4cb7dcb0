// Set up for each test file of the run that looks what tests come to: writes a line for each test, and one for what ran
// when the file was loaded and its hooks made its world.
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';

const report = process.env['CAME_TO'] ?? '';
let came = new Set<number>();
const write = (name: string): void => {
  const probes = [...came];
  came = new Set();
  appendFileSync(report, `${JSON.stringify({ file: expect.getState().testPath, name, probes })}\n`);
};
Object.assign(globalThis, {
  cameTo: (probe: number) => {
    came.add(probe);
  },
});

beforeEach(() => write(''));
afterEach(({ task }) => write(task.name));
afterAll(() => write(''));
