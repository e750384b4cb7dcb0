import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sabotages } from './sabotages.ts';

it.each(Object.entries(sabotages))('what %s takes away stands in the product, once', (_name, { file, from }) => {
  const text = readFileSync(new URL(`../../services/server/src/${file}`, import.meta.url), 'utf8');
  expect(text.split(from)).toHaveLength(2);
});
