// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../src');
type Node = ESTree.Node;

/**
 * What an effect may give back: a function, nothing, or what a function of ours made (`return watch(element)`). A method's
 * answer may be anything: Chromium 156 answers `scrollIntoView` with a promise, which React then calls as a clean-up.
 */
function mayReturn(node: Node | null): boolean {
  if (node === null) return true;
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'Identifier':
      return true;
    case 'ConditionalExpression':
      return mayReturn(node.consequent) && mayReturn(node.alternate);
    case 'CallExpression':
      return (
        node.callee.type === 'Identifier' &&
        !/^(set[A-Z]\w*|scroll|scrollTo|scrollBy|fetch|focus|open|alert|requestAnimationFrame|addEventListener)$/.test(
          node.callee.name,
        )
      );
    default:
      return false;
  }
}

/** The returns of a function itself, not of functions within it. */
function* returnsOf(node: unknown): Generator<Node | null> {
  if (Array.isArray(node)) for (const one of node) yield* returnsOf(one);
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  if (/Function/.test(String(node.type))) return;
  if (node.type === 'ReturnStatement') yield (node as unknown as { argument: Node | null }).argument;
  else for (const part of Object.values(node)) yield* returnsOf(part);
}

function wrongReturns(file: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [effect] }) {
      if (callee.type !== 'Identifier' || !/^use(Layout|Insertion)?Effect$/.test(callee.name)) return;
      if (effect?.type !== 'ArrowFunctionExpression' || effect.async)
        return void found.push(`${file}: an effect that is no plain arrow function`);
      const returned = effect.expression ? [effect.body as Node] : [...returnsOf(effect.body)];
      for (const node of returned) if (!mayReturn(node)) found.push(`${file}: ${text.slice(node!.start, node!.end)}`);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

describe('effects', () => {
  it('return a clean-up or nothing, never what a browser call returned', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: source });
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap((file) => wrongReturns(file, readFileSync(join(source, file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['a browser call', 'useEffect(() => box.current?.scrollIntoView(), [error]);'],
    ['a browser call within a block', 'useLayoutEffect(() => { if (box) return box.focus(); return undefined; }, []);'],
    ['what sets a state', 'useEffect(() => setShown(true), []);'],
    ['a promise', 'useEffect(async () => { await load(); }, []);'],
  ])('are found when they return %s', (_what, text) => {
    expect(wrongReturns('a.tsx', text)).toHaveLength(1);
  });

  it.each([
    'useEffect(() => () => stop(), []);',
    'useEffect(() => { void box.current?.scrollIntoView(); }, []);',
    'useEffect(() => { if (!is) return undefined; return watch(box); }, []);',
    'useEffect(() => { list.forEach((one) => { return one.focus(); }); }, []);',
  ])('are left alone: %s', (text) => {
    expect(wrongReturns('a.tsx', text)).toEqual([]);
  });
});
