import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Entry } from './entries.ts';

export interface Journal {
  /** On disk when it returns. */
  append(...entries: readonly Entry[]): void;
  clear(): void;
  close(): void;
}

/**
 * An append-only file of JSON lines, or nothing but memory without a path. A line that a kill tore in the middle was
 * never answered for: it is cut off.
 */
export function openJournal(path: string | undefined): { journal: Journal; entries: Entry[] } {
  if (!path) return { journal: { append: () => {}, clear: () => {}, close: () => {} }, entries: [] };
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+', 0o600);
  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
  const entries = whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(renamed(line)) as Entry);
  const journal: Journal = {
    append: (...added) => {
      writeAll(file, Buffer.from(added.map((entry) => `${JSON.stringify(entry)}\n`).join('')));
      fdatasyncSync(file);
    },
    clear: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  };
  return { journal, entries };
}

/** Webhooks were 'notices' once; a journal from then is read on. */
const renamed = (line: string): string =>
  line.replace(/"notice":/, '"webhook":').replace('"kind":"notice-state"', '"kind":"webhook-state"');

function writeAll(file: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
