import type { WaitingPhotoId } from '@backlot/contracts/photo-ids';
import { IdCard } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { ListEntry, TableColumn } from '../../components/kit/table/table-types.ts';
import { FanName } from '../../components/studio/fan-name.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { Time } from '../../components/text/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { PhotoIdPanel } from './photo-ids/photo-id-panel.tsx';
import { typeTexts } from './photo-ids/photo-id-texts.ts';
import { usePhotoIds } from './photo-ids/photo-ids-query.ts';
import './staff.css';

const table = { sorts: ['date'], filters: {}, panel: 'photo-id' } as const;
const nameOf = ({ user }: WaitingPhotoId): string => user.name || user.email;

/** Photo ids that wait for a decision; each is opened and decided on beside the list. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(table);
  const query = usePhotoIds(address.list.page);
  const { data } = query;
  return (
    <TablePage<WaitingPhotoId>
      name="photo-ids"
      title={t('photo-ids-title')}
      summary={data ? t('home-photo-ids', { count: data.paginationData.totalRows }) : ''}
      address={address}
      panelName={table.panel}
      query={{ ...query, data: data && answerOf(data.photo_ids, data.paginationData) }}
      columns={useColumns()}
      nameOf={nameOf}
      entryOf={useEntry()}
      empty={{ icon: IdCard, text: t('photo-ids-empty') }}
      noneFound={t('photo-ids-empty')}
      renderPanel={(waiting, steps) => <PhotoIdPanel waiting={waiting} {...steps} />}
    />
  );
}

function useColumns(): readonly TableColumn<WaitingPhotoId>[] {
  const { t } = useTranslation();
  const { date } = useFormats();
  return useMemo(
    () => [
      { id: 'date', head: t('photo-id-sent'), kind: 'muted', cell: (row) => <Time at={row.date} /> },
      {
        id: 'fan',
        head: t('fan'),
        isName: true,
        takesRest: true,
        cell: (row) => (
          <span className="person" title={row.user.email}>
            <PersonMark name={nameOf(row)} url={null} />
            <FanName fan={row.user} />
          </span>
        ),
      },
      { id: 'type', head: t('photo-id-file-type'), cell: (row) => t(typeTexts[row.type]) },
      {
        id: 'deletion',
        head: t('photo-id-deletion'),
        kind: 'muted',
        from: 'tablet',
        cell: (row) => date(row.deleted_on),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- dates follow the language alone, as `t` does
    [t],
  );
}

function useEntry(): (row: WaitingPhotoId) => ListEntry {
  const { t } = useTranslation();
  return (row) => ({
    picture: <PersonMark name={nameOf(row)} url={null} size={40} />,
    title: nameOf(row),
    note: <Time at={row.date} />,
    end: <small className="muted">{t(typeTexts[row.type])}</small>,
  });
}
