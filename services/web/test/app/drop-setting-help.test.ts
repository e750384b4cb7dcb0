import { settingDefinitions } from '@backlot/domain/settings';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutHelp } from '../../build/drop-setting-help.ts';

const folder = join(import.meta.dirname, '../../../../packages/domain/src/settings');
const sources = globSync('{content,landing,money,ribbons,site,staff}.ts', { cwd: folder }).map((file) =>
  readFileSync(join(folder, file), 'utf8'),
);

it('a browser gets every setting and none of the sentences that explain them to engineers', () => {
  const before = sources.join('\n');
  const after = sources.map(withoutHelp).join('\n');
  const helps = settingDefinitions.map(({ help }) => help).filter((help) => before.includes(help));
  expect(helps.length).toBeGreaterThan(200);
  expect(helps.filter((help) => after.includes(help))).toEqual([]);
  const keys = settingDefinitions.map(({ key }) => key);
  expect(keys.filter((key) => before.includes(`'${key}'`) && !after.includes(`'${key}'`))).toEqual([]);
});
