import type { ActivityDay, ActivityFigures, ActView } from '@backlot/contracts/influencer-activity';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/kit/busy-button.tsx';
import { Details, DetailSection, type Detail } from '../../../components/kit/detail.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { actTexts, useActs, type ActivityList } from './activity-query.ts';

interface PanelProps extends RowSteps {
  readonly day: ActivityDay;
  readonly currency: string;
  readonly filters: ActivityList['filters'];
}

/** A day: what it brought, and each thing that was done. */
export function ActivityPanel({ day, currency, filters, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const { days } = useFormats();
  const title = days(day.day, day.day);
  const asked = useActs(day.day, filters);
  const acts = asked.data?.pages.flatMap((page) => page.acts);
  return (
    <SidePanel {...steps} label={title} head={<h2>{title}</h2>}>
      <DetailSection>
        <Details list={useBrought(day, currency)} />
      </DetailSection>
      <DetailSection title={t('activity-done')}>
        {acts === undefined ? <NoAnswer asked={asked} /> : null}
        {acts?.length === 0 ? <p className="muted">{t('activity-none')}</p> : null}
        {acts && acts.length > 0 ? (
          <ul className="statement-lines">
            {acts.map((act) => (
              <li key={act._id}>
                <Act act={act} />
              </li>
            ))}
          </ul>
        ) : null}
        {asked.hasNextPage ? (
          <BusyButton size="small" isBusy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
            {t('btn-show-more')}
          </BusyButton>
        ) : null}
      </DetailSection>
    </SidePanel>
  );
}

/** What some days brought. */
export function useBrought(of: ActivityFigures, currency: string): readonly Detail[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  return [
    { name: t('activity-gross'), value: moneyIn(of.gross, currency) },
    { name: t('activity-returned'), value: moneyIn(of.returned, currency) },
    { name: t('activity-net'), value: <b>{moneyIn(of.net, currency)}</b> },
    { name: t('activity-new-members'), value: number(of.new_members) },
    { name: t('activity-lost-members'), value: number(of.lost_members) },
  ];
}

function Act({ act }: { act: ActView }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const names = useSettingNames();
  const media = [
    ...(act.photos > 0 ? [`${t('activity-photos')} ${number(act.photos)}`] : []),
    ...(act.videos > 0 ? [`${t('activity-videos')} ${number(act.videos)}`] : []),
  ];
  const link = linkOf(act);
  const text = act.text || (link === null ? null : t('activity-open'));
  return (
    <article className="statement-line">
      <p>
        <b>{t(actTexts[act.kind])}</b>
        {media.length > 0 ? ` · ${media.join(' · ')}` : null}
      </p>
      <p className="small muted">
        <Time at={act.date} />
      </p>
      {act.keys.length > 0 ? <p className="small statement-names">{act.keys.map(names.name).join(', ')}</p> : null}
      <p className="small muted">
        <span dir="auto">{act.person?.name || t('activity-nobody')}</span>
        {text === null ? null : (
          <>
            {' · '}
            {link === null ? (
              <span dir="auto">{text}</span>
            ) : (
              <SiteLink to={link} className="text-link" dir="auto">
                {text}
              </SiteLink>
            )}
          </>
        )}
      </p>
    </article>
  );
}

function linkOf({ kind, about }: ActView): string | null {
  if (about === null) return null;
  if (kind === 'coupon') return paths.couponReport(about);
  return kind === 'promotion' ? paths.promotionReport(about) : paths.post(about);
}
