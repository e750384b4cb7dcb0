import type { Plugin } from 'vite';

/** In the server's bundle a file of ours stands in the place of `react-i18next`. */
export const serverTranslation = (file: string): Plugin => ({
  name: 'server-translation',
  enforce: 'pre',
  resolveId(id) {
    return id === 'react-i18next' && this.environment.name === 'ssr' ? file : null;
  },
});
