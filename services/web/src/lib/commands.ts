import type { LucideIcon } from 'lucide-react';
import { isApple, type Keys } from './keys.ts';
import type { StudioMenu } from './studio-menu.ts';
import type { TextKey } from './texts/texts.ts';

/** Something that can be done on every screen: bound to its key, listed among the keys, offered by the palette. */
export interface StudioCommand {
  readonly id: string;
  readonly text: TextKey;
  readonly icon: LucideIcon;
  /** As `useKeys` writes it: `c`, `mod+k`. */
  readonly key?: string;
  /** Only for those who may open this screen. */
  readonly screen?: string;
  /** The palette does not offer it: it is the palette itself, or a page that the palette offers anyway. */
  readonly isKeyOnly?: boolean;
  readonly run: (tools: CommandTools) => void;
}

export interface CommandTools {
  readonly go: (path: string) => void;
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  readonly logOut: () => void;
}

type Rights = Pick<StudioMenu, 'has'>;

/** The commands that this person may use. */
export const openCommands = (commands: readonly StudioCommand[], menu: Rights): readonly StudioCommand[] =>
  commands.filter(({ screen }) => screen === undefined || menu.has(screen));

/** What the keyboard does on every screen: the commands' keys, and G with a page's letter. */
export const commandKeys = (
  commands: readonly StudioCommand[],
  menu: Rights & Pick<StudioMenu, 'all'>,
  tools: CommandTools,
): Keys => ({
  ...Object.fromEntries(
    openCommands(commands, menu).flatMap(({ key, run }) => (key === undefined ? [] : [[key, () => run(tools)]])),
  ),
  ...Object.fromEntries(menu.all.map(({ go, to }) => [`g ${go}`, () => tools.go(to)])),
});

/** A key as it stands on the keyboard: `mod+k` is ⌘ and K, or Ctrl and K. */
export const keyCaps = (key: string): readonly string[] => key.split(/[+ ]/).map(capOf);

const capOf = (key: string): string => {
  if (key === 'mod') return isApple() ? '⌘' : 'Ctrl';
  if (key === 'enter') return '↵';
  return key.length === 1 ? key.toUpperCase() : key;
};
