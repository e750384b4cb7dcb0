import { FileImage } from 'lucide-react';
import { api } from '../../lib/api.ts';
import { mostFound, type PaletteSearch } from '../../lib/palette.ts';
import { paths } from '../../lib/paths.ts';

export const searchFiles: PaletteSearch['find'] = async (words, signal, { formats, go }) => {
  const { data, totalRows } = await api('POST /api/media/get', {
    body: { type: 'all', ...(words === '' ? {} : { search: words }) },
    signal,
  });
  return {
    total: totalRows,
    items: data.slice(0, mostFound).map((file) => ({
      id: file._id,
      title: file.name,
      note: formats.date(file.createdAt),
      icon: FileImage,
      picture: file.thumbnail_url,
      run: () => go(`${paths.contentManager}?category=all&search=${encodeURIComponent(words)}&item=${file._id}`),
    })),
  };
};
