import { setTimeout as sleep } from 'node:timers/promises';

import { beginPinned } from './pinned-node.mjs';

/** What a server exits with that wants a fresh process in its place; `REPLACE_ME` of the server. */
const replaceMe = 75;
const longestPauseMs = 30_000;
/** Who lived that long starts again at once. */
const longLifeMs = 60_000;

/**
 * Keeps a server running: one that asks to be replaced, or that dies of a signal after it once said `ready`, is started
 * again, after a growing pause while its lives are short. One that ends by itself or fails to start ends this too.
 *
 * @param {string} root
 * @param {string} script
 * @param {readonly string[]} args
 * @param {{ firstPauseMs?: number }} [options]
 * @returns {Promise<number>} the exit code
 */
export async function supervise(root, script, args, { firstPauseMs = 500 } = {}) {
  let stopping = false;
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const handOver = (signal) => {
    stopping = true;
    child?.kill(signal);
  };
  for (const signal of signals) process.on(signal, handOver);
  try {
    for (let pauseMs = firstPauseMs; ;) {
      const since = performance.now();
      child = beginPinned(root, script, args);
      const { code, signal, wasReady } = await endOf(child);
      const isLost = code === replaceMe || (signal !== null && wasReady);
      if (stopping || !isLost) return code === replaceMe ? 0 : (code ?? 128);
      if (performance.now() - since > longLifeMs) pauseMs = firstPauseMs;
      console.error(`\nThe server ended (${signal ?? 'it asked for its replacement'}): starting it again.`);
      await sleep(pauseMs);
      if (stopping) return 0;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  } finally {
    for (const signal of signals) process.off(signal, handOver);
  }
}

function endOf(child) {
  return new Promise((resolve, reject) => {
    let wasReady = false;
    child.on('message', (message) => {
      wasReady ||= message?.ready === true;
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal, wasReady }));
  });
}
