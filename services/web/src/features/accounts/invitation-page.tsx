import type { Answer } from '@backlot/contracts';
import type { checkInvitation } from '@backlot/contracts/invitations';
import { passwordMin } from '@backlot/domain/people/password';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../entities/person/session.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { api, ApiError } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { typed, useCheckedForm, useFieldRules } from '../../lib/form.ts';
import { PasswordField } from './password-field.tsx';

type Invitation = Answer<typeof checkInvitation>['data'];

/** Behind the link of an invitation: a name and a password, and the creator area is open. */
export function Page() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const site = useSite();
  const title = t('invitation-title', { site: site.name });
  const invitation = useQuery({
    queryKey: [site.id, 'invitation', token],
    queryFn: async () => (await api('POST /api/invitations/check', { body: { token } })).data,
    retry: (count, error) => !(error instanceof ApiError && error.status >= 400) && count < 2,
    staleTime: Infinity,
  });
  if (invitation.isError) {
    const isOver = invitation.error instanceof ApiError && invitation.error.code === 'invitation-over';
    return (
      <AuthLayout title={isOver ? t('invitation-over-title') : title} text={isOver ? t('invitation-over') : undefined}>
        <div className="auth-fields">
          {isOver ? null : <FormError error={invitation.error} />}
          <ButtonLink to={paths.login} size="l" wide>
            {t('nav-log-in')}
          </ButtonLink>
        </div>
      </AuthLayout>
    );
  }
  if (invitation.data === undefined)
    return (
      <AuthLayout title={title}>
        <Skeleton lines={4} />
      </AuthLayout>
    );
  const { hasAccount, role } = invitation.data;
  const text = role === 'model' ? t('invitation-creator') : t('invitation-staff', { site: site.name });
  return (
    <AuthLayout title={title} text={hasAccount ? t('invitation-account') : text}>
      <AcceptForm token={token} invitation={invitation.data} />
    </AuthLayout>
  );
}

function AcceptForm({ token, invitation: { email, hasAccount } }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const session = useSession();
  const accept = useMutation({
    mutationFn: async (input: { name: string; password: string }) => {
      const { data } = await api('POST /api/invitations/accept', { body: { token, ...input } });
      await session.start(data.token);
      window.location.assign(paths.studio);
    },
  });
  const { problems, form } = useCheckedForm(
    (data) => ({
      name: hasAccount || typed(data, 'name').trim() !== '' ? null : t('name-required'),
      password: hasAccount
        ? rules.anyPassword(typed(data, 'password'))
        : rules.newPassword(typed(data, 'password'), email),
    }),
    (data) => accept.mutate({ name: typed(data, 'name').trim(), password: typed(data, 'password') }),
  );
  return (
    <form className="auth-fields" {...form}>
      <Field name="email" type="email" autoComplete="username" label={t('field-email')} value={email} readOnly />
      {hasAccount ? null : (
        <Field
          name="name"
          autoComplete="name"
          maxLength={80}
          label={t('field-name')}
          help={t('field-name-help')}
          error={problems['name']}
        />
      )}
      <PasswordField
        name="password"
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        label={t('field-password')}
        error={problems['password']}
        {...(hasAccount ? {} : { help: t('field-password-help', { min: passwordMin }) })}
      />
      <FormError error={accept.error} />
      <Button type="submit" size="l" wide busy={accept.isPending || accept.isSuccess}>
        {t('invitation-button')}
      </Button>
      {hasAccount ? (
        <SiteLink className="text-link" to={paths.forgotPassword}>
          {t('forgot-title')}
        </SiteLink>
      ) : null}
    </form>
  );
}
