import { Image } from 'lucide-react';
import { api } from '../../lib/api.ts';
import { mostFound, type PaletteSearch } from '../../lib/palette.ts';
import { paths } from '../../lib/paths.ts';

export const searchPosts: PaletteSearch['find'] = async (words, signal, { t, formats }) => {
  const { blogs, totalRows } = await api('GET /api/blogs/all', {
    query: words === '' ? {} : { search: words },
    signal,
  });
  return {
    total: totalRows,
    items: blogs.slice(0, mostFound).map((post) => ({
      id: post._id,
      title: post.title || post.description?.slice(0, 80) || t('post-no-caption', { serial: post.serial }),
      note: formats.date(post.date),
      icon: Image,
      picture: post.media[0]?.thumbnail_url ?? null,
      run: () => window.location.assign(paths.post(post._id)),
    })),
  };
};
