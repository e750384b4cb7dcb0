import { couponStateTexts } from '@backlot/domain/formats/offer-texts';
import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../components/kit/table/table-types.ts';
import { couponsTable } from './coupons-query.ts';

/** How coupons stand, one of a list. */
export function useStateFilter(value: (typeof couponsTable)['filters']['state'][number]): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    {
      name: 'state',
      shape: 'select',
      label: t('column-status'),
      value,
      options: couponsTable.filters.state.map((state) => ({
        value: state,
        text: t(state === 'all' ? 'filter-all' : couponStateTexts[state]),
      })),
    },
  ];
}
