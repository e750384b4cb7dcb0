const writing = /\.(?:insert|update|merge|where|whereIn|onConflict|returning)\(/g;

/**
 * Statements that the compiler cannot check: text and its values kept apart (`db.raw`, `whereRaw`), and rows or values that are cast
 * to fit. The template `sql` and `toJson` need neither.
 */
export function untypedSql(code: string): string[] {
  const raw = [...code.matchAll(/\b(?:db|shared|step|inner|outer|trx)\s*\.raw\b.{0,40}|\.\w+Raw\(.{0,40}/g)].map(
    ([found]) => found,
  );
  const cast = [...code.matchAll(writing)]
    .map((match) => argumentsFrom(code, match.index + match[0].length - 1))
    .filter((given) => /\bas (?:never|unknown as)\b/.test(given));
  const text = [...code.matchAll(/JSON\.stringify\(/g)]
    .map((match) => code.slice(match.index + match[0].length - 1))
    .filter((rest) => /^\s*as never\b/.test(rest.slice(argumentsFrom(rest, 0).length)));
  return [...raw, ...cast, ...text.map((rest) => `JSON.stringify${rest.slice(0, 40)}`)];
}

/** From an opening bracket to the one that closes it. */
function argumentsFrom(code: string, opening: number): string {
  let depth = 0;
  for (let at = opening; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (depth === 0) return code.slice(opening, at + 1);
  }
  return code.slice(opening);
}
