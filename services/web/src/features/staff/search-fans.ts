import { CircleUser } from 'lucide-react';
import { api } from '../../lib/api.ts';
import { mostFound, type PaletteSearch } from '../../lib/palette.ts';
import { paths } from '../../lib/paths.ts';

export const searchFans: PaletteSearch['find'] = async (words, signal, { go }) => {
  const { users, paginationData } = (
    await api('POST /api/users/get_users_list', { query: {}, body: { search: words, status: 'all' }, signal })
  ).data;
  return {
    total: paginationData.totalRows,
    items: users.slice(0, mostFound).map((fan) => ({
      id: fan._id,
      title: fan.name || fan.email,
      note: fan.email,
      icon: CircleUser,
      run: () => go(paths.fan(fan._id)),
    })),
  };
};
