import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { placeLeft } from '../../lib/navigation/left-at.ts';
import { PageTop } from '../studio/page-top.tsx';
import { SiteLink } from '../site-link.tsx';
import './detail-page.css';

interface DetailPageProps {
  /** The list that it belongs to. Back leads to it, or to the page that its link was on. */
  readonly list: string;
  readonly title: string;
  readonly picture?: ReactNode;
  /** How it stands, in chips. */
  readonly state?: ReactNode;
  readonly children: ReactNode;
  /** What is known of it, beside what happened to it. */
  readonly side?: ReactNode;
}

/** One thing of a list at an address of its own: who or what, its main part, and what is known of it beside it. */
export function DetailPage({ list, title, picture, state, children, side }: DetailPageProps) {
  const { t } = useTranslation();
  const { state: carried } = useLocation() as { state: unknown };
  return (
    <>
      <PageTop
        title={title}
        back={
          <SiteLink {...placeLeft(carried, list)} className="icon-button detail-back" aria-label={t('btn-back')}>
            <ArrowLeft className="icon icon-flip" aria-hidden />
          </SiteLink>
        }
      />
      <div className="studio-body detail-page" data-sides={side === undefined ? undefined : true}>
        {picture || state ? (
          <div className="detail-head">
            {picture}
            {state}
          </div>
        ) : null}
        <div className="detail-main">{children}</div>
        {side === undefined ? null : <div className="detail-side">{side}</div>}
      </div>
    </>
  );
}

/** A part of it under a title. */
export function DetailCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel-card detail-card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
