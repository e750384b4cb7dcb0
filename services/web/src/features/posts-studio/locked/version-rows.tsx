import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cellProps } from '../../../components/kit/table/cell-props.ts';
import type { TableColumn } from '../../../components/kit/table/table-types.ts';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import type { LockedRow } from './locked-columns.tsx';

type Version = LockedRow['versions'][number];

/** The versions of a post that was published again, in the columns of its table. */
export function VersionRows({
  versions,
  shown,
}: {
  versions: readonly Version[];
  shown: readonly TableColumn<LockedRow>[];
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  const inside = (version: Version): Readonly<Record<string, ReactNode>> => ({
    post: (
      <>
        <span>{t('post-number', { serial: version.serial })}</span>{' '}
        {version.is_current ? (
          <StateChip tone="good">{t('locked-current')}</StateChip>
        ) : version.is_deleted ? (
          <StateChip>{t('locked-removed')}</StateChip>
        ) : null}
      </>
    ),
    amount: moneyIn(version.amount, version.currency),
    sold: version.sold === null ? '' : number(version.sold),
    earnings: version.earnings === null ? '' : moneyIn(version.earnings, version.currency),
    date: <Time at={version.date} />,
  });
  return versions.map((version) => {
    const told = inside(version);
    return (
      <TableRow key={version._id} className="locked-version">
        {shown.map((column) => (
          <TableCell
            key={column.id}
            {...cellProps(column)}
            {...(column.isName ? { component: 'th', scope: 'row' } : {})}
          >
            {told[column.id]}
          </TableCell>
        ))}
      </TableRow>
    );
  });
}
