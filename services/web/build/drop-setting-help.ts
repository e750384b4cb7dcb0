import { parseSync, type Plugin } from 'vite';

/** Which argument says what a setting is for, by what defines it. */
const helpAt: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['toggle', 'text', 'longText', 'html', 'url', 'media', 'colour', 'font', 'size', 'sizes', 'email', 'timezone'].map(
      (name) => [name, 2],
    ),
  ),
  integer: 4,
  amount: 4,
  amounts: 2,
  choice: 3,
  strings: 2,
  links: 1,
};

const definitions = /packages\/domain\/src\/settings\/(?:content|landing|money|ribbons|site|staff)\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly (Node & { readonly value?: unknown })[];
}

/** The definitions without the sentences that explain settings to engineers: a browser has its own, in its language. */
export function withoutHelp(code: string): string {
  const { program } = parseSync('settings.ts', code);
  let short = code;
  for (const { start, end } of helpsIn(program as unknown as Node).toReversed())
    short = `${short.slice(0, start)}''${short.slice(end)}`;
  return short;
}

function helpsIn(node: Node): Node[] {
  const inside = Object.values(node)
    .flat()
    .filter((child: unknown): child is Node => typeof child === 'object' && child !== null && 'type' in child)
    .flatMap(helpsIn);
  if (node.type !== 'CallExpression') return inside;
  const call = node as Call;
  const help = call.arguments[helpAt[call.callee.name ?? ''] ?? -1];
  return help?.type === 'Literal' && typeof help.value === 'string' ? [...inside, help] : inside;
}

/** Keeps settings' explanations out of the browser's files. */
export function dropSettingHelp(): Plugin {
  return {
    name: 'drop-setting-help',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: definitions },
      handler: (code) => ({ code: withoutHelp(code), map: null }),
    },
  };
}
