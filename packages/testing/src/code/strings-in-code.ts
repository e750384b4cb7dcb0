import { childrenOf, isNode, type SyntaxNode } from './references.ts';

/** What a file reads by name: strings, members, keys of patterns; a template stands for all that it can become. */
export interface CodeStrings {
  readonly strings: ReadonlySet<string>;
  readonly templates: readonly RegExp[];
}

export function stringsIn(program: SyntaxNode): CodeStrings {
  const strings = new Set<string>();
  const templates: RegExp[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') strings.add(node['value']);
    if (node.type === 'MemberExpression' && !node['computed'] && isNode(node['property']))
      strings.add(String(node['property']['name']));
    if (node.type === 'ObjectPattern')
      for (const property of node['properties'] as SyntaxNode[])
        if (isNode(property['key'])) strings.add(String(property['key']['name'] ?? property['key']['value']));
    if (node.type === 'TemplateLiteral') {
      const parts = (node['quasis'] as SyntaxNode[]).map((part) =>
        String((part['value'] as { cooked?: string }).cooked ?? ''),
      );
      if (parts.length === 1) strings.add(parts[0] ?? '');
      // A template of nothing but what is filled in would stand for everything.
      else if (parts.some((part) => /\w{4}/.test(part)))
        templates.push(
          new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\w+')}$`),
        );
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return { strings, templates };
}

export const hasString = ({ strings, templates }: CodeStrings, word: string): boolean =>
  strings.has(word) || templates.some((template) => template.test(word));
