import { createContext, useContext, type ReactNode } from 'react';

const UnderHeroContext = createContext<ReactNode>(null);
/** The frame's: what lies below a page's hero. */
export const UnderHeroProvider = UnderHeroContext.Provider;

/** A screen with a hero puts it there. */
export const UnderHero = (): ReactNode => useContext(UnderHeroContext);
