import type { Module } from './read-module.ts';
import {
  childrenOf,
  collectReferences,
  isNode,
  namesDeclaredBy,
  boundBy,
  noReferences,
  type References,
  type SyntaxNode,
} from './references.ts';

/** One `it(…)` of a test file: what it says, and what it uses through the file's own helpers and hooks. */
export interface TestUnit {
  readonly path: string;
  /** Its title as written; a template or a table's row stands as it is in the source. */
  readonly title: string;
  /** Strings of its title, its tables and the titles around it. */
  readonly says: readonly string[];
  readonly uses: References;
}

const isCallOf = (node: SyntaxNode, names: RegExp): boolean =>
  node.type === 'CallExpression' && names.test(calledName(node['callee'] as SyntaxNode));

/** `it`, also of `it.each(rows)('…')` and `it.skipIf(x)('…')`. */
function calledName(callee: SyntaxNode): string {
  if (callee.type === 'Identifier') return String(callee['name']);
  if (callee.type === 'MemberExpression') return calledName(callee['object'] as SyntaxNode);
  if (callee.type === 'CallExpression') return calledName(callee['callee'] as SyntaxNode);
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee['tag'] as SyntaxNode);
  return '';
}

/** The tests of a file. */
export function testUnits(module: Module): readonly TestUnit[] {
  const units: { node: SyntaxNode; around: SyntaxNode[] }[] = [];
  const helpers = new Map<string, References>();
  const give = (name: string, from: References): void => {
    const held = helpers.get(name) ?? noReferences();
    for (const key of ['names', 'strings', 'modules'] as const) for (const one of from[key]) held[key].add(one);
    helpers.set(name, held);
  };

  const visit = (node: SyntaxNode, around: SyntaxNode[]): void => {
    if (isCallOf(node, /^(it|test)$/)) {
      units.push({ node, around });
      return;
    }
    if (node.type === 'VariableDeclarator' && isNode(node['init'])) {
      const references = collectReferences(node);
      for (const name of boundBy(node['id'] as SyntaxNode)) give(name, references);
    }
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      const references = collectReferences(node);
      for (const name of namesDeclaredBy(node)) give(name, references);
    }
    if (node.type === 'AssignmentExpression' && isNode(node['right'])) {
      const left = node['left'] as SyntaxNode;
      for (const name of left.type === 'MemberExpression'
        ? [...collectReferences(left).names].map((one) => one.split('.')[0] ?? '')
        : boundBy(left))
        give(name, collectReferences(node['right']));
    }
    const isAround = isCallOf(node, /^describe$/) || node.type === 'ForOfStatement';
    for (const child of childrenOf(node)) visit(child, isAround ? [...around, node] : around);
  };
  visit(module.program, []);

  return units.map(({ node, around }) => {
    const own = collectReferences(node);
    const uses = closureOver(own, helpers);
    const title = titleOf(node);
    // Tables, and the titles and loops around; not the strings that only the body holds.
    const spoken = [node['callee'], (node['arguments'] as SyntaxNode[])[0], ...around.flatMap(namingParts)]
      .filter(isNode)
      .map((part) => collectReferences(part));
    const tables = spoken
      .flatMap(({ names }) => [...names])
      .flatMap((name) => [...(helpers.get(name.split('.')[0] ?? '')?.strings ?? [])]);
    return { path: module.path, title, says: [...spoken.flatMap(({ strings }) => [...strings]), ...tables], uses };
  });
}

/** What names the tests inside: the title of a `describe`, the table of a loop or of `describe.each`. */
function namingParts(node: SyntaxNode): unknown[] {
  return node.type === 'ForOfStatement' ? [node['right']] : [node['callee'], (node['arguments'] as SyntaxNode[])[0]];
}

function titleOf(call: SyntaxNode): string {
  const [first] = call['arguments'] as SyntaxNode[];
  if (!first) return '';
  return first.type === 'Literal' ? String(first['value']) : [...collectReferences(first).strings].join('…');
}

function closureOver(own: References, helpers: ReadonlyMap<string, References>): References {
  const all = noReferences();
  const waiting = [own];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const key of ['names', 'strings', 'modules'] as const) for (const one of next[key]) all[key].add(one);
    for (const name of [...next.names].map((one) => one.split('.')[0] ?? '')) {
      const helper = helpers.get(name);
      if (helper && !seen.has(name)) {
        seen.add(name);
        waiting.push(helper);
      }
    }
  }
  return all;
}
