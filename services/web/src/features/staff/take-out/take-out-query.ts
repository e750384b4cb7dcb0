import type { CallMap } from '@backlot/contracts/http/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError, newIdempotencyKey } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

type TakeOut = CallMap['POST /api/admin/fan-wallet/take-out']['body'];

/** One key for one act, however often it is sent; other content is another act. */
export function useTakeOut(onDone: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id } = useSite();
  const last = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (body: TakeOut) => {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: newIdempotencyKey() };
      return api('POST /api/admin/fan-wallet/take-out', { body, idempotencyKey: last.current.key });
    },
    onSuccess: ({ message }) => {
      toast({ text: message || t('settle-done'), tone: 'good' });
      onDone();
    },
    onError: (error) => {
      // Somebody else was faster: the list says how it stands.
      if (!(error instanceof ApiError) || error.code !== 'open-item-settled') return;
      toast({ text: errorText(error), tone: 'bad' });
      onDone();
    },
    onSettled: () => {
      for (const list of ['fans', 'open-items', 'studio-home', 'transactions', 'statement', 'reconciliation'])
        void queries.invalidateQueries({ queryKey: [id, list] });
    },
  });
}
