import type { LucideIcon } from 'lucide-react';
import { ApiError } from '../../lib/api.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { LinkButton } from '../kit/link-button.tsx';
import { type Asked, Empty, NoAnswer } from './list-states.tsx';

interface NoDetailProps {
  readonly asked: Asked;
  readonly title: string;
  /** The list that it would belong to, and what that is called. */
  readonly list: string;
  readonly listName: string;
  readonly icon: LucideIcon;
  /** Said where there is no such thing. */
  readonly gone: string;
}

/** What stands where one thing has no answer yet, or is not there. */
export function NoDetail({ asked, title, list, listName, icon, gone }: NoDetailProps) {
  const isGone = asked.error instanceof ApiError && [400, 404].includes(asked.error.status);
  return (
    <DetailPage list={list} title={title}>
      {isGone ? (
        <Empty icon={icon} text={gone}>
          <LinkButton to={list}>{listName}</LinkButton>
        </Empty>
      ) : (
        <NoAnswer asked={asked} />
      )}
    </DetailPage>
  );
}
