import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import {
  DefaultCardLegend,
  DefaultDivider,
  DefaultLockOverlay,
  DefaultMark,
  DefaultOrnament,
  DefaultBusy,
} from './default-slots.tsx';
import { TagFilter } from './tag-filter.tsx';

/** What lies over a picture that is not open to the viewer. */
export interface LockOverlayProps {
  /** '3 photos · 1 video 2:10', or a sentence of the state. */
  readonly inside: string;
  /** True for the 240 ms in which the picture sharpens. */
  readonly isOpening: boolean;
  /** The price button. */
  readonly children: ReactNode;
}
export interface BusyProps {
  readonly label: string;
}
export interface OrnamentProps {
  readonly isActive: boolean;
}
export interface MarkProps {
  readonly name: string;
  /** The avatar, where the site shows it in the navigation bar. */
  readonly imageUrl: string | null;
  /** The site's icon. */
  readonly iconUrl: string | null;
}
/** A line over a post's picture. */
export interface CardLegendProps {
  readonly kind: 'error' | 'processing' | 'bought' | 'locked' | 'private' | 'public';
  /** The kind in words. */
  readonly label: string;
  /** 'P–147': the post's own number. */
  readonly number: string;
  readonly isOpen: boolean;
  readonly isPaying: boolean;
}
export interface TagFilterProps {
  readonly heading: string;
  readonly allLabel: string;
  readonly resetLabel: string;
  readonly tags: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/**
 * Parts that a theme may draw itself (`themes/<name>/slots.tsx` exports `slots`). A slot gets what it shows by
 * its props: it fetches nothing and knows nothing of money.
 */
export interface Slots {
  readonly LockOverlay: ComponentType<LockOverlayProps>;
  /** Between large parts of a page. */
  readonly Divider: ComponentType;
  readonly Busy: ComponentType<BusyProps>;
  /** Before the heading of a list. */
  readonly HeadingOrnament: ComponentType<OrnamentProps>;
  /** The sign before the site's name, where no avatar is set. */
  readonly Mark: ComponentType<MarkProps>;
  readonly TagFilter: ComponentType<TagFilterProps>;
  readonly CardLegend: ComponentType<CardLegendProps>;
  /** Lies over the picture of the landing banner, behind the words. */
  readonly HeroOverlay: ComponentType;
  /** A price within the button's sentence ('Unlock for $9.00'), or in a cell beside a short word. */
  readonly priceButton: 'sentence' | 'cell';
  /** The stylesheet gives the feed's first card more room than the others: its picture comes in more pixels. */
  readonly hasLead: boolean;
}

const Nothing = (): ReactNode => null;

export const defaultSlots: Slots = {
  LockOverlay: DefaultLockOverlay,
  Divider: DefaultDivider,
  Busy: DefaultBusy,
  HeadingOrnament: DefaultOrnament,
  Mark: DefaultMark,
  TagFilter,
  HeroOverlay: Nothing,
  CardLegend: DefaultCardLegend,
  priceButton: 'sentence',
  hasLead: false,
};

const files = import.meta.glob<{ readonly slots: Partial<Slots> }>('../../../../../themes/*/slots.tsx');
const fileOf = (theme: string): string => `../../../../../themes/${theme}/slots.tsx`;

/** Key of a theme's slots in the build's manifest. */
export const slotsSource = (theme: string): string => fileOf(theme).slice('../../../'.length);

/** The parts of a theme, before the first render; the defaults for what it leaves out. */
export async function loadSlots(theme: string): Promise<Slots> {
  const own = await files[fileOf(theme)]?.();
  return own ? { ...defaultSlots, ...own.slots } : defaultSlots;
}

const SlotsContext = createContext<Slots>(defaultSlots);
export const SlotsProvider = SlotsContext.Provider;
export const useSlots = (): Slots => useContext(SlotsContext);
