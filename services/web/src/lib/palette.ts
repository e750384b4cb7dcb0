import type { SettingKey } from '@backlot/domain/settings';
import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { StudioCommand } from './commands.ts';
import type { Formats } from './format.ts';

/** Groups that the server searches. */
export type FoundGroup = 'posts' | 'fans' | 'files';
export type PaletteGroup = 'pages' | 'actions' | 'settings' | FoundGroup;

export interface PaletteItem {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  /** Second line: where it is, or its present value. */
  readonly note: string;
  readonly icon: LucideIcon | null;
  readonly picture?: string | null;
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** Leads to the whole list; stands after the group's other results. */
  readonly isLast?: boolean;
  /** A switch that can be flipped from the result. */
  readonly toggle?: { readonly key: SettingKey; readonly isOn: boolean };
}

export interface PaletteTools {
  readonly t: TFunction;
  readonly formats: Formats;
  readonly go: (path: string) => void;
}

/** What the server found in one group: the first few, and how many there are. */
export interface Found {
  readonly total: number;
  readonly items: readonly Omit<PaletteItem, 'group'>[];
}

/** As many as are shown of each group that the server searches. */
export const mostFound = 4;

/** One group of results that the server searches. */
export interface PaletteSearch {
  readonly group: FoundGroup;
  /** Whoever may open this screen may search. */
  readonly screen: string;
  /** Where all results are; their words are added to its address. */
  readonly list: string;
  readonly find: (words: string, signal: AbortSignal, tools: PaletteTools) => Promise<Found>;
}

export interface PaletteSources {
  readonly commands: readonly StudioCommand[];
  readonly searches: readonly PaletteSearch[];
}

const SourcesContext = createContext<PaletteSources>({ commands: [], searches: [] });
export const PaletteSourcesProvider = SourcesContext.Provider;
/** What the features put into the command palette; `app` puts it together. */
export const usePaletteSources = (): PaletteSources => useContext(SourcesContext);
