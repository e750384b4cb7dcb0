import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const components = join(here, '../../src/components');

/** Name of a block or of a hook that makes one, as its file exports it. */
const exported = /^export (?:function|const) ((?:use)?[A-Z]\w*)(?=[(<: ])(?! = createContext)/gm;

const namesOf = (text: string): readonly string[] => [...text.matchAll(exported)].map(([, name]) => name!);

interface Import {
  readonly file: string;
  readonly name: string;
  readonly local: string;
}

const importsOf = (file: string, text: string): readonly Import[] =>
  [...text.matchAll(/^import (?:\w+, )?\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(([, names, from]) =>
    names!
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !one.startsWith('type '))
      .map((one) => {
        const [name, local = name] = one.split(' as ');
        return { file: resolve(file, '..', from!), name: name!, local: local! };
      }),
  );

const isDrawn = (text: string, local: string): boolean => new RegExp(`<${local}[\\s/>]|\\b${local}\\(`).test(text);

/** Every part that is drawn below a file, as `file name`: its own elements, theirs, and so on. */
function drawnFrom(entry: string): ReadonlySet<string> {
  const drawn = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const { file: from, name, local } of importsOf(file, text)) {
      if (!/\.tsx?$/.test(from) || !isDrawn(text, local)) continue;
      drawn.add(`${from} ${name}`);
      visit(from);
    }
    for (const [, from] of text.matchAll(/import\('(\.[^']+\.tsx)'\)/g)) visit(resolve(file, '..', from!));
    // Beside others of its own file.
    for (const name of namesOf(text))
      if (isDrawn(text.replace(`function ${name}(`, ''), name)) drawn.add(`${file} ${name}`);
  };
  visit(entry);
  return drawn;
}

describe('the page of examples', () => {
  it('shows every block of the kit and of the creator area', () => {
    const drawn = drawnFrom(join(here, 'entry.tsx'));
    const blocks = globSync(['kit/**/*.tsx', 'studio/**/*.tsx'], { cwd: components })
      .map((file) => join(components, file))
      .flatMap((file) => namesOf(readFileSync(file, 'utf8')).map((name) => `${file} ${name}`));
    expect(blocks.length).toBeGreaterThan(60);
    expect(blocks.filter((block) => !drawn.has(block)).map((block) => relative(components, block))).toEqual([]);
  });

  it('needs under 80 lines for an invented table page, in one file', () => {
    const lines = readFileSync(join(here, 'invented-table.tsx'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThan(80);
  });
});
