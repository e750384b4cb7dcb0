import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../components/kit/busy-button.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import { useErrorText } from '../../lib/texts/error-text.ts';

interface FanMigrationProps {
  readonly fanId: string;
  readonly isShown: boolean;
}

/** A member whom an account charges that the site has left: asked to go on with the one in use, or left alone. */
export function FanMigration({ fanId, isShown }: FanMigrationProps) {
  const { t } = useTranslation();
  const { id } = useSite();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isAsked: boolean) =>
      api('POST /api/admin/update_user_migration_subscription', {
        body: { user_id: fanId, migration_subscription: isAsked },
      }),
    onSuccess: ({ message }) => {
      toast({ text: message, tone: 'good' });
      return queries.invalidateQueries({ queryKey: [id, 'fans'] });
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
  return (
    <>
      <p className="small muted">{t(isShown ? 'fan-migration-asked' : 'fan-migration-text')}</p>
      <div className="fan-acts">
        <BusyButton size="small" isBusy={change.isPending} onClick={() => change.mutate(!isShown)}>
          {t(isShown ? 'fan-migration-stop' : 'fan-migration-ask')}
        </BusyButton>
      </div>
    </>
  );
}
