import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';

import { findUnseenImports, type PathRule } from './unseen-imports.ts';

const rooms = ['packages', 'services', 'scripts', 'themes'];

/**
 * Every import that the rules of `.dependency-cruiser.mjs` forbid, as one line each.
 *
 * @param root a checkout, or a small copy of one made by a test
 */
export async function findForbiddenImports(root: string): Promise<{ modules: number; violations: string[] }> {
  const { rules, options, resolution } = await import('../../.dependency-cruiser.mjs');
  teachVisitorUsing();
  const there = rooms.filter((room) => existsSync(join(root, room)));
  const { output } = await cruise(
    there,
    { ...options, baseDir: root, validate: true, ruleSet: rules },
    { ...resolution, bustTheCache: true },
  );
  const { summary } = output as ICruiseResult;
  const seen = summary.violations.map((violation) => {
    const way = violation.cycle?.map((module) => module.name).join(' → ');
    return `${violation.rule.name}: ${violation.from} → ${way ?? violation.to}`;
  });
  const unseen = findUnseenImports(root, there, {
    rules: (rules.forbidden ?? []).filter((rule) => 'to' in rule) as readonly PathRule[],
    exclude: new RegExp((options.exclude as { readonly path: string }).path),
  });
  return { modules: summary.totalCruised, violations: [...new Set([...seen, ...unseen])] };
}

// swc's visitor, which dependency-cruiser builds on, throws on `using` and `await using`.
function teachVisitorUsing(): void {
  const load = createRequire(import.meta.resolve('dependency-cruiser'));
  const loaded = load('@swc/core/Visitor.js');
  const prototype = (loaded.Visitor ?? loaded.default ?? loaded).prototype;
  if (prototype.knowsUsing) return;
  const visitStatement = prototype.visitStatement;
  prototype.knowsUsing = true;
  prototype.visitStatement = function visit(statement: { type: string; decls?: unknown }) {
    if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
    for (const declaration of statement.decls as unknown[]) this.visitVariableDeclarator(declaration);
    return statement;
  };
}

if (import.meta.main) {
  const { modules, violations } = await findForbiddenImports(join(import.meta.dirname, '../..'));
  for (const violation of violations) console.error(violation);
  console.log(`${modules} files, ${violations.length} forbidden imports`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
