import { passwordMin } from '@backlot/domain/people/password';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../entities/person/session.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api, ApiError } from '../../lib/api.ts';
import { useMe } from '../../lib/site.tsx';
import { typed, useCheckedForm, useFieldRules } from '../../lib/form.ts';
import { PasswordField } from './password-field.tsx';
import './auth.css';

/** ACC-22: of the signed-in person; all other sessions end. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const rules = useFieldRules();
  const toast = useToast();
  const session = useSession();
  const element = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: async (body: { old_password: string; new_password: string }) => {
      const answer = await api('POST /api/users/change_old_password', { body });
      session.renew(answer.data.token);
      const note = (me?.userMergedDomainCount ?? 0) > 1 ? ` ${t('password-updated-same')}` : '';
      toast({ text: `${t('password-updated')}${note}`, tone: 'good' });
      element.current?.reset();
    },
  });
  const { problems, form } = useCheckedForm(
    (data) => ({
      old: rules.anyPassword(typed(data, 'old')),
      password: rules.newPassword(typed(data, 'password'), me?.email),
      repeated: rules.repeated(typed(data, 'repeated'), typed(data, 'password')),
    }),
    (data) => change.mutate({ old_password: typed(data, 'old'), new_password: typed(data, 'password') }),
  );
  const isOldWrong = change.error instanceof ApiError && change.error.code === 'old-password-wrong';
  return (
    <div className="narrow-page">
      <SiteLink className="text-link" to={paths.profile}>
        {t('nav-profile')}
      </SiteLink>
      <h1 tabIndex={-1}>{t('change-password-title')}</h1>
      <p className="auth-text">{t('change-password-text')}</p>
      <form ref={element} className="auth-fields" {...form}>
        <PasswordField
          name="old"
          autoComplete="current-password"
          label={t('field-old-password')}
          error={problems['old'] ?? (isOldWrong ? t('old-password-wrong') : null)}
        />
        <PasswordField
          name="password"
          autoComplete="new-password"
          label={t('field-new-password')}
          help={t('field-password-help', { min: passwordMin })}
          error={problems['password']}
        />
        <PasswordField
          name="repeated"
          autoComplete="new-password"
          label={t('field-repeat-password')}
          error={problems['repeated']}
        />
        <FormError error={isOldWrong ? null : change.error} />
        <Button type="submit" size="l" busy={change.isPending}>
          {t('change-password-title')}
        </Button>
      </form>
    </div>
  );
}
