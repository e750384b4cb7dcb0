import { parseSync } from 'rolldown/utils';
import {
  collectReferences,
  isNode,
  namesDeclaredBy,
  noReferences,
  type References,
  type SyntaxNode,
} from './references.ts';

/** One declared name of a module: where it stands and what it mentions. */
export interface Declaration {
  readonly references: References;
  readonly start: number;
  readonly end: number;
  /** A function or class, another name of one, or made by a call; not a table or a constant. */
  readonly isFunction: boolean;
}

export interface Import {
  readonly from: string;
  /** Name there; `*` for all of it. */ readonly name: string;
}

export interface Module {
  readonly path: string;
  readonly source: string;
  readonly program: SyntaxNode;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, Import>;
  /** Exported name → local name, or what it is passed on from. */
  readonly exports: ReadonlyMap<string, string | Import>;
  /** Modules that are exported whole. */
  readonly stars: readonly string[];
  /** Modules that run when this one is loaded. */
  readonly loads: readonly string[];
  /** What runs on load. */
  readonly body: References;
}

/** @throws when the file is not TypeScript */
export function readModule(path: string, source: string): Module {
  const parsed = parseSync(path, source);
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`);
  const program = parsed.program as unknown as SyntaxNode;
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, Import>();
  const exported = new Map<string, string | Import>();
  const stars: string[] = [];
  const loads: string[] = [];
  const body = noReferences();

  const declare = (statement: SyntaxNode, isExported: boolean): void => {
    if (statement.type === 'VariableDeclaration') {
      for (const declarator of statement['declarations'] as SyntaxNode[]) {
        const references = collectReferences(declarator);
        const init = declarator['init'];
        const isFunction = isNode(init) && /Function|^Identifier$|^CallExpression$|^Class/.test(init.type);
        for (const name of namesDeclaredBy({ ...statement, declarations: [declarator] }))
          declarations.set(name, { references, start: declarator.start, end: declarator.end, isFunction });
      }
    } else {
      const references = collectReferences(statement);
      for (const name of namesDeclaredBy(statement))
        declarations.set(name, {
          references,
          start: statement.start,
          end: statement.end,
          isFunction: statement.type !== 'TSEnumDeclaration',
        });
    }
    if (isExported) for (const name of namesDeclaredBy(statement)) exported.set(name, name);
  };

  for (const statement of program['body'] as SyntaxNode[]) {
    const from = isNode(statement['source']) ? String(statement['source']['value']) : null;
    if (statement.type === 'ImportDeclaration') {
      if (statement['importKind'] === 'type' || from === null) continue;
      const specifiers = (statement['specifiers'] as SyntaxNode[]).filter((one) => one['importKind'] !== 'type');
      if (specifiers.length > 0 || (statement['specifiers'] as SyntaxNode[]).length === 0) loads.push(from);
      for (const one of specifiers)
        imports.set(nameOf(one['local']), {
          from,
          name:
            one.type === 'ImportSpecifier'
              ? nameOf(one['imported'])
              : one.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
        });
    } else if (statement.type === 'ExportAllDeclaration') {
      if (statement['exportKind'] === 'type' || from === null) continue;
      if (isNode(statement['exported'])) exported.set(nameOf(statement['exported']), { from, name: '*' });
      else stars.push(from);
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement['exportKind'] === 'type') continue;
      if (isNode(statement['declaration'])) declare(statement['declaration'], true);
      for (const one of (statement['specifiers'] as SyntaxNode[]).filter(
        (specifier) => specifier['exportKind'] !== 'type',
      )) {
        exported.set(
          nameOf(one['exported']),
          from === null ? nameOf(one['local']) : { from, name: nameOf(one['local']) },
        );
      }
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const declaration = statement['declaration'] as SyntaxNode;
      declarations.set('default', {
        references: collectReferences(declaration),
        start: statement.start,
        end: statement.end,
        isFunction: false,
      });
      exported.set('default', 'default');
      if (isNode(declaration['id']))
        declarations.set(nameOf(declaration['id']), declarations.get('default') as Declaration);
    } else if (namesDeclaredBy(statement).length > 0) {
      declare(statement, false);
    } else {
      collectReferences(statement, body);
    }
  }
  return { path, source, program, declarations, imports, exports: exported, stars, loads, body };
}

const nameOf = (node: unknown): string => String((node as SyntaxNode)['name'] ?? (node as SyntaxNode)['value']);
