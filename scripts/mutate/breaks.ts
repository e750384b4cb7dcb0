import { childrenOf, isNode, type SyntaxNode } from '@backlot/testing/code/references';

/** What kind of decision a change is: conditions are preferred to constants, and constants to what is said. */
export type BreakKind = 'condition' | 'comparison' | 'query' | 'step' | 'number' | 'constant' | 'field' | 'text';

/** One change of one line, as offsets in a module's source. */
export interface Break {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly what: string;
  readonly kind: BreakKind;
  /** The expression around it that tells, when it is evaluated, that this code ran. */
  readonly probe: { readonly start: number; readonly end: number };
}

const opposite: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '&&': '||',
  '||': '&&',
};
/** Calls that narrow or order what they are called on: without them it is all of it, as it came. */
const narrowing =
  /^(filter|toSorted|slice|trim|toLowerCase|where|andWhere|whereNull|whereNotNull|whereNot|whereIn|orderBy|limit)$/;
/** In a query: what is turned, and into what. */
const inQueries: readonly [RegExp, string][] = [
  [/ is not null\b/g, ' is null'],
  [/ is null\b/g, ' is not null'],
  [/ and not /g, ' and '],
  [/ and (?!not )/g, ' or '],
  [/ <= /g, ' > '],
  [/ >= /g, ' < '],
  [/ < /g, ' >= '],
  [/ > /g, ' <= '],
  [/ <> /g, ' = '],
  [/ = /g, ' <> '],
  [/ desc\b/g, ' asc'],
];
const isQuery = (text: string): boolean =>
  /\b(select|update|insert into|delete from|where|order by)\b/.test(text) || text.startsWith(' and ');

/** What can be broken between two offsets: conditions, comparisons, queries, steps, constants, fields and texts. */
export function breaksIn(program: SyntaxNode, source: string, from: number, to: number): readonly Break[] {
  const found: Break[] = [];
  const textOf = (node: SyntaxNode): string => source.slice(node.start, node.end);
  const add = (
    node: { start: number; end: number },
    text: string,
    what: string,
    kind: BreakKind,
    probe: { start: number; end: number } = node,
  ): void => {
    if (node.start >= from && node.end <= to)
      found.push({ start: node.start, end: node.end, text, what, kind, probe: { start: probe.start, end: probe.end } });
  };
  /** @param drawn the outermost element of what is drawn here: those inside it are no expressions */
  const visit = (node: SyntaxNode, drawn: SyntaxNode | null = null): void => {
    if (node.end <= from || node.start >= to || /^(Import|ExportAll)/.test(node.type)) return;
    if (['IfStatement', 'ConditionalExpression'].includes(node.type) && isNode(node['test']))
      add(node['test'], `!(${textOf(node['test'])})`, 'inverts a condition', 'condition');
    if (['BinaryExpression', 'LogicalExpression'].includes(node.type)) turn(node);
    if (node.type === 'Literal') change(node);
    if (node.type === 'TemplateLiteral')
      query(
        node,
        (node['quasis'] as SyntaxNode[]).map(({ start, end }) => ({ start, end })),
      );
    if (node.type === 'CallExpression') widen(node);
    if (node.type === 'ObjectExpression')
      for (const property of node['properties'] as SyntaxNode[])
        if (property.type === 'Property') leaveOut(property, node);
    // In place of the expression alone: what follows an `if` without a block stays what follows it.
    if (node.type === 'ExpressionStatement' && node['directive'] == null && isNode(node['expression']))
      add(node['expression'], 'void 0', 'drops a statement', 'step');
    if (node.type === 'JSXElement' && drawn) add(node, '', 'leaves an element out', 'step', drawn);
    if (node.type === 'JSXAttribute' && drawn) add(node, '', 'leaves an attribute out', 'field', drawn);
    const around = /^JSX(Element|Fragment)$/.test(node.type)
      ? (drawn ?? node)
      : node.type === 'JSXExpressionContainer'
        ? null
        : drawn;
    // What a build reads as it is written.
    if (node.type === 'ImportExpression' || (node.type === 'CallExpression' && textOf(node).includes('import.meta')))
      return;
    for (const child of childrenOf(node)) if (!isName(node, child)) visit(child, around);
  };
  const turn = (node: SyntaxNode): void => {
    const operator = String(node['operator']);
    const [left, right] = [node['left'], node['right']];
    const turned = opposite[operator];
    if (turned === undefined || !isNode(left) || !isNode(right)) return;
    // Brackets: what stands on either side may bind otherwise with the other operator.
    add(
      node,
      `((${textOf(left)}) ${turned} (${textOf(right)}))`,
      `${operator} becomes ${turned}`,
      /[&|]/.test(operator) ? 'condition' : 'comparison',
    );
  };
  const change = (node: SyntaxNode): void => {
    const value = node['value'];
    if (typeof value === 'number') add(node, String(value + 1), 'changes a number', 'number');
    if (typeof value === 'boolean') add(node, String(!value), 'changes a constant', 'constant');
    if (typeof value !== 'string' || value.length < 3) return;
    if (isQuery(value)) query(node, [node]);
    else add(node, `${textOf(node).slice(0, -1)}~${textOf(node).slice(-1)}`, 'changes a text', 'text');
  };
  const query = (node: SyntaxNode, pieces: readonly { start: number; end: number }[]): void => {
    if (!isQuery(textOf(node))) return;
    for (const { start, end } of pieces) {
      for (const [mark, turned] of inQueries) {
        for (const { index, 0: told } of source.slice(start, end).matchAll(mark))
          add(
            { start: start + index, end: start + index + told.length },
            turned,
            `in a query,${told}becomes${turned}`.trim(),
            'query',
            node,
          );
      }
    }
  };
  const widen = (node: SyntaxNode): void => {
    const callee = node['callee'];
    if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] || callee['optional']) return;
    const [object, property] = [callee['object'], callee['property']];
    if (isNode(object) && isNode(property) && narrowing.test(textOf(property)))
      add(node, `(${textOf(object)})`, `drops .${textOf(property)}(…)`, 'step');
  };
  const leaveOut = (property: SyntaxNode, object: SyntaxNode): void => {
    // A call's description: what is left out is noticed at once, and not by the rule.
    if (isNode(property['key']) && /^(summary|method|path|errors|access)$/.test(textOf(property['key']))) return;
    const comma = /^\s*,/.exec(source.slice(property.end))?.[0].length ?? 0;
    add({ start: property.start, end: property.end + comma }, '', 'leaves a field out', 'field', object);
  };
  visit(program);
  return found;
}

/** A name of a property, an attribute's text, a default: no expression that decides. */
function isName(parent: SyntaxNode, child: SyntaxNode): boolean {
  return (
    (parent['key'] === child && parent['computed'] !== true) ||
    (parent.type === 'JSXAttribute' && child.type === 'Literal') ||
    (parent.type === 'AssignmentPattern' && child.type === 'Literal') ||
    /^TS(Enum|Literal|Module)/.test(parent.type)
  );
}
