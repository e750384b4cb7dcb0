import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { ArrowRight, History, Undo2, X } from 'lucide-react';
import { Fragment, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../busy-button.tsx';
import { Empty, NoAnswer, type Asked } from '../../studio/list-states.tsx';
import { Time } from '../../text/time.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useOpenDialog } from '../dialog.tsx';
import './form-history.css';

export interface FormChange {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  /** It took back an earlier one. */
  readonly isUndo: boolean;
  readonly canUndo: boolean;
  /** Absent values: nobody may see them. */
  readonly fields: readonly {
    readonly id: string;
    readonly name: string;
    readonly before?: ReactNode;
    readonly after?: ReactNode;
  }[];
}

interface FormHistoryProps {
  readonly changes: readonly FormChange[] | undefined;
  /** How asking for them, or for more of them, goes. */
  readonly asked: Asked;
  /** Null at the end. */
  readonly onMore: (() => void) | null;
  readonly isLoadingMore: boolean;
  /** What the list is of; null where there is only one. */
  readonly scope: {
    readonly value: string;
    readonly options: readonly { readonly value: string; readonly text: string }[];
  };
  readonly onScope: (value: string) => void;
  /** Rejects with what keeps it from being taken back. */
  readonly onUndo: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Who changed what, from what to what, newest first, each with the way back as long as nothing has been changed over it. */
export function FormHistory(props: FormHistoryProps) {
  const { changes, asked, onMore, isLoadingMore, scope, onScope, onUndo, onClose } = props;
  const { t } = useTranslation();
  const title = useId();
  const isStuck = Boolean(asked.error) || asked.fetchStatus === 'paused';
  useOpenDialog();
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { className: 'form-history', role: 'dialog', 'aria-modal': true, 'aria-labelledby': title } }}
    >
      <header>
        <h2 id={title}>{t('form-history')}</h2>
        <IconButton size="medium" aria-label={t('a11y-close')} onClick={onClose}>
          <X className="icon" aria-hidden />
        </IconButton>
      </header>
      <ToggleButtonGroup
        value={scope.value}
        aria-label={t('form-history-of')}
        onChange={(_, value: string | null) => {
          if (value !== null) onScope(value);
        }}
      >
        {scope.options.map(({ value, text }) => (
          <ToggleButton key={value} value={value}>
            {text}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {changes?.length === 0 ? <Empty icon={History} text={t('form-history-empty')} /> : null}
      {changes && changes.length > 0 ? (
        <ol>
          {changes.map((change) => (
            <Change key={change.id} change={change} onUndo={onUndo} />
          ))}
        </ol>
      ) : null}
      {changes === undefined || isStuck ? <NoAnswer asked={asked} count={6} /> : null}
      {onMore && !isStuck ? (
        <BusyButton isBusy={isLoadingMore} onClick={onMore}>
          {t('form-history-more')}
        </BusyButton>
      ) : null}
    </Drawer>
  );
}

function Change({ change, onUndo }: { change: FormChange; onUndo: (id: string) => Promise<void> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const names = change.fields.map(({ name }) => name).join(', ');
  const item = useRef<HTMLLIElement>(null);
  const undo = (): void => {
    setBusy(true);
    setProblem(null);
    void onUndo(change.id)
      // The button goes with what it did; keys, Escape first of all, are still the panel's.
      .then(() => item.current?.closest<HTMLElement>('[role=dialog]')?.focus())
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => setBusy(false));
  };
  return (
    <li ref={item} className="form-change">
      <p className="form-change-head">
        <b dir="auto">{change.by}</b>
        <span className="muted">
          <Time at={change.at} />
          {change.isUndo ? ` · ${t('form-history-undone')}` : ''}
        </span>
        {change.canUndo ? (
          <BusyButton size="small" isBusy={isBusy} aria-label={t('form-undo-name', { name: names })} onClick={undo}>
            <Undo2 className="icon icon-flip" aria-hidden />
            {t('btn-undo')}
          </BusyButton>
        ) : null}
      </p>
      <dl>
        {change.fields.map(({ id, name, before, after }) => (
          <Fragment key={id}>
            <dt>{name}</dt>
            <dd>
              {before === undefined && after === undefined ? (
                <span className="muted">{t('form-history-secret')}</span>
              ) : (
                <>
                  <del>{before}</del>
                  <ArrowRight className="icon icon-flip" role="img" aria-label={t('form-history-to')} />
                  <ins>{after}</ins>
                </>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      {problem === null ? null : (
        <p className="form-wrong" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
