/** A node of the syntax tree, as far as the walk needs it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** What a piece of code mentions that it does not declare itself. */
export interface References {
  /** Free names; `name.member` where a member of it is read by name. */
  readonly names: Set<string>;
  /** String literals: paths of programs, patterns of files, ids of rules. */
  readonly strings: Set<string>;
  /** Modules of `import('…')`. */
  readonly modules: Set<string>;
}

export const noReferences = (): References => ({ names: new Set(), strings: new Set(), modules: new Set() });

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.entries(node).flatMap(([key, value]) =>
    skippedKeys.has(key) ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

const skippedKeys = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
  'implements',
  'decorators',
]);
/** Type syntax that holds running code. */
const running = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
]);
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const blocks = new Set([
  'BlockStatement',
  'StaticBlock',
  'SwitchStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'CatchClause',
]);

/** Collects what `node` mentions. Names bound inside it, types, and names of properties are left out. */
export function collectReferences(node: SyntaxNode, into: References = noReferences()): References {
  walk(node, [], into);
  return into;
}

type Scope = ReadonlySet<string>;

function walk(node: SyntaxNode, scopes: readonly Scope[], into: References): void {
  const mention = (name: string, member?: string): void => {
    if (!scopes.some((scope) => scope.has(name))) into.names.add(member === undefined ? name : `${name}.${member}`);
  };
  if (node.type.startsWith('TS') && !running.has(node.type)) return;
  if (functions.has(node.type)) return walkFunction(node, scopes, into);
  if (blocks.has(node.type)) {
    const inner = [...scopes, new Set(declaredIn(node))];
    for (const child of childrenOf(node)) walk(child, inner, into);
    return;
  }
  switch (node.type) {
    case 'Identifier':
      return mention(String(node['name']));
    case 'JSXIdentifier':
      return;
    case 'JSXOpeningElement': {
      const name = node['name'] as SyntaxNode;
      const root = rootOfJsx(name);
      if (root !== null && (name.type !== 'JSXIdentifier' || /^[A-Z]/.test(root))) mention(root);
      for (const attribute of node['attributes'] as SyntaxNode[]) walk(attribute, scopes, into);
      return;
    }
    case 'JSXClosingElement':
      return;
    case 'MemberExpression': {
      const object = node['object'] as SyntaxNode;
      const property = node['property'] as SyntaxNode;
      if (object.type === 'Identifier' && !node['computed'])
        return mention(String(object['name']), String(property['name']));
      walk(object, scopes, into);
      if (node['computed']) walk(property, scopes, into);
      return;
    }
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'AccessorProperty': {
      if (node['computed']) walk(node['key'] as SyntaxNode, scopes, into);
      if (isNode(node['value'])) walk(node['value'], scopes, into);
      return;
    }
    case 'VariableDeclarator': {
      walkPattern(node['id'] as SyntaxNode, scopes, into);
      if (isNode(node['init'])) walk(node['init'], scopes, into);
      return;
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      for (const part of [node['superClass'], node['body']]) if (isNode(part)) walk(part, scopes, into);
      return;
    }
    case 'TSEnumMember': {
      if (isNode(node['initializer'])) walk(node['initializer'], scopes, into);
      return;
    }
    case 'ImportExpression': {
      const source = node['source'] as SyntaxNode;
      if (source.type === 'Literal') into.modules.add(String(source['value']));
      else walk(source, scopes, into);
      return;
    }
    case 'Literal': {
      if (typeof node['value'] === 'string') into.strings.add(node['value']);
      return;
    }
    case 'TemplateElement': {
      into.strings.add(String((node['value'] as { cooked?: string }).cooked ?? ''));
      return;
    }
    case 'LabeledStatement':
      return walk(node['body'] as SyntaxNode, scopes, into);
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return;
    default:
      for (const child of childrenOf(node)) walk(child, scopes, into);
  }
}

function walkFunction(node: SyntaxNode, scopes: readonly Scope[], into: References): void {
  const parameters = node['params'] as SyntaxNode[];
  const own = isNode(node['id']) && node.type === 'FunctionExpression' ? boundBy(node['id']) : [];
  const inner = [...scopes, new Set([...own, ...parameters.flatMap(boundBy)])];
  for (const parameter of parameters) walkPattern(parameter, inner, into);
  if (isNode(node['body'])) walk(node['body'], inner, into);
}

/** Only what a pattern computes: defaults and computed keys. */
function walkPattern(pattern: SyntaxNode, scopes: readonly Scope[], into: References): void {
  switch (pattern.type) {
    case 'AssignmentPattern':
      walkPattern(pattern['left'] as SyntaxNode, scopes, into);
      return walk(pattern['right'] as SyntaxNode, scopes, into);
    case 'ObjectPattern':
      for (const property of pattern['properties'] as SyntaxNode[]) {
        if (property['computed']) walk(property['key'] as SyntaxNode, scopes, into);
        walkPattern((property['value'] ?? property['argument']) as SyntaxNode, scopes, into);
      }
      return;
    case 'ArrayPattern':
      for (const element of pattern['elements'] as (SyntaxNode | null)[])
        if (element) walkPattern(element, scopes, into);
      return;
    case 'RestElement':
      return walkPattern(pattern['argument'] as SyntaxNode, scopes, into);
    default:
  }
}

/** Names that a pattern binds. */
export function boundBy(pattern: SyntaxNode): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern['name'])];
    case 'AssignmentPattern':
      return boundBy(pattern['left'] as SyntaxNode);
    case 'ObjectPattern':
      return (pattern['properties'] as SyntaxNode[]).flatMap((property) =>
        boundBy((property['value'] ?? property['argument']) as SyntaxNode),
      );
    case 'ArrayPattern':
      return (pattern['elements'] as (SyntaxNode | null)[]).flatMap((element) => (element ? boundBy(element) : []));
    case 'RestElement':
      return boundBy(pattern['argument'] as SyntaxNode);
    default:
      return [];
  }
}

/** Names that a block itself declares. */
function declaredIn(block: SyntaxNode): string[] {
  const bound = isNode(block['param']) ? boundBy(block['param']) : [];
  const statements =
    block.type === 'SwitchStatement' ? (block['cases'] as SyntaxNode[]).flatMap(childrenOf) : childrenOf(block);
  return [...bound, ...statements.flatMap(namesDeclaredBy)];
}

/** Names that one statement declares. */
export function namesDeclaredBy(statement: SyntaxNode): string[] {
  if (statement.type === 'VariableDeclaration')
    return (statement['declarations'] as SyntaxNode[]).flatMap((one) => boundBy(one['id'] as SyntaxNode));
  if (
    ['FunctionDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'].includes(statement.type) &&
    isNode(statement['id'])
  )
    return boundBy(statement['id']);
  return [];
}

function rootOfJsx(name: SyntaxNode): string | null {
  if (name.type === 'JSXIdentifier') return String(name['name']);
  return name.type === 'JSXMemberExpression' ? rootOfJsx(name['object'] as SyntaxNode) : null;
}
