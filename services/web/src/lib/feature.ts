import type { ServerEvents } from '@backlot/contracts/events';
import type { BottomItem, NavbarItem } from '@backlot/domain/sites/navigation';
import type { SettingKey } from '@backlot/domain/settings';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { StudioCommand } from './commands.ts';
import type { PaletteSearch } from './palette.ts';
import type { StudioEntry, StudioGroupName } from './studio-menu.ts';
import type { TextKey } from './texts/texts.ts';

/** What a feature hands to `app`, which composes an area of the site from the features in its list. */
export interface Feature {
  readonly screens?: readonly ScreenRoute[];
  /** Providers around every screen, for what this feature does for others. */
  readonly areas?: readonly ComponentType<{ readonly children: ReactNode }>[];
  /** The same, around what stands beside the screens too: popups and ribbons ask for it as well. */
  readonly areasOfFrame?: readonly ComponentType<{ readonly children: ReactNode }>[];
  /** What the server's events change on screen; loaded with the socket. */
  readonly events?: () => Promise<EventHandlers>;
}

/** A feature of the site that fans see. */
export interface FanFeature extends Feature {
  readonly menu?: readonly FanEntry[];
  /** What guests see at a path while the landing page is on. */
  readonly landing?: Landing;
  readonly frame?: FrameSlots;
  /** Listens to what the browser says before the first picture. */
  readonly start?: () => void;
}

/** A feature of the creator area. */
export interface StudioFeature extends Feature {
  readonly menu?: readonly (StudioEntry & {
    readonly group: StudioGroupName;
    /** Place within the group, lowest first. */
    readonly order: number;
  })[];
  /** Each is found in the palette, among the keys, and by its key on every screen. */
  readonly commands?: readonly StudioCommand[];
  readonly searches?: readonly PaletteSearch[];
  /** Stands beside every screen, for whoever may open the one that it names. */
  readonly background?: readonly { readonly screen: string; readonly Part: ComponentType }[];
  /** What stands around every screen; one feature has it. */
  readonly shell?: ComponentType<StudioShellProps>;
}

export interface StudioShellProps {
  readonly children: ReactNode;
  readonly beside: ReactNode;
  readonly onLogOut: () => void;
}

/** What stands around a screen. `bare`: nothing (the landing page has its own). `form`: no menus, for a task. */
export type Frame = 'site' | 'form' | 'bare';

export interface ScreenModule {
  /** A screen's file exports its component under this name. */
  readonly Page: ComponentType;
}

/** A screen, a chunk of its own. */
export interface ScreenFile {
  /** `feature/file` of its `*-page.tsx`: the server finds by it what the page needs at once. */
  readonly name: string;
  readonly load: () => Promise<ScreenModule>;
  /** It speaks of the account or of money: those words are loaded with it. */
  readonly hasAccountTexts?: boolean;
}

export interface ScreenRoute {
  /** As in the table of `@backlot/domain/routes`, which says who may come. */
  readonly path: string;
  readonly screen: ScreenFile;
  /** Title of the page; absent where the screen sets its own (`useTitle`). */
  readonly title?: TextKey;
  readonly frame?: Frame;
  /** The setting without which there is nothing to show. */
  readonly needs?: SettingKey;
  /** The name of the data without which the page is not there; the server sends it along. */
  readonly needsData?: string;
  /** Opened by a link with `state.background`, it lies over the screen that it was opened from. */
  readonly overlay?: boolean;
}

export interface Landing {
  readonly path: string;
  readonly screen: ScreenFile;
  readonly frame: Frame;
}

/** An entry of the fans' menus; which of them a viewer has, and in which order, `@backlot/domain/sites/navigation` says. */
export interface FanEntry {
  readonly id: NavbarItem | BottomItem;
  readonly text: TextKey;
  readonly icon: LucideIcon;
  /** The setting with the creator's own label. */
  readonly ownLabel?: SettingKey;
}

export interface FrameSlotProps {
  readonly frame: Frame;
  readonly onLogOut: () => Promise<void>;
}

/**
 * From the top of the page to its lower edge; `underHero` lies below the hero of a screen that has one (`UnderHero`), and
 * `over` over the rest.
 */
export type FrameSlot = 'above' | 'head' | 'top' | 'underHero' | 'foot' | 'edge' | 'over';
export type FrameSlots = Readonly<Partial<Record<FrameSlot, ComponentType<FrameSlotProps>>>>;

/** What an event's handler works with. */
export interface LivePage {
  readonly queries: QueryClient;
  readonly site: string;
  /** The site's. */
  readonly currency: string;
  readonly t: TFunction;
}

/** Only what happened in the background is told. */
export interface EventToast {
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly stays?: number;
}

export type EventHandlers = {
  readonly [E in keyof ServerEvents]?: (data: ServerEvents[E], page: LivePage) => EventToast | null | void;
};
