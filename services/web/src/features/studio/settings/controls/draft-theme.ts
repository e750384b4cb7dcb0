import { createContext, useContext } from 'react';

const DraftTheme = createContext('');

/** Takes the theme that is chosen on the form, saved or not. */
export const DraftThemeProvider = DraftTheme.Provider;

export const useDraftTheme = (): string => useContext(DraftTheme);
