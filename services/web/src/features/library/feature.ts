import { LibraryBig } from 'lucide-react';
import type { StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { LibraryUploads } from './library-uploads.tsx';
import { PickingArea } from './picking-area.tsx';
import { searchFiles } from './search-files.ts';

export const library = {
  screens: [
    {
      path: '/admin/content-manager',
      screen: { name: 'library/content-manager-page', load: () => import('./content-manager-page.tsx') },
      title: 'content-manager-title',
    },
  ],
  menu: [
    { group: 'content', order: 3, to: paths.contentManager, text: 'content-manager-title', icon: LibraryBig, go: 'l' },
  ],
  searches: [
    { group: 'files', screen: paths.contentManager, list: `${paths.contentManager}?category=all`, find: searchFiles },
  ],
  areas: [PickingArea],
  background: [{ screen: paths.createPost, Part: LibraryUploads }],
} satisfies StudioFeature;
