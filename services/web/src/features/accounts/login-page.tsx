import { postLoginTarget } from '@backlot/domain/routes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { isStudioPath, paths } from '../../lib/paths.ts';
import { askedWithSession, goBackTo, returnAfterLogin } from '../../lib/navigation/return-address.ts';
import { takeRouteBeforeLogin, useSession } from '../../entities/person/session.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { HumanCheckNote } from '../../components/human-check-note.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useCustomText } from '../../lib/texts/custom-texts.ts';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/texts/error-text.ts';
import { useHumanCheck, type HumanChecking } from '../../lib/human-check/use-human-check.ts';
import { useMe, useSite } from '../../lib/site.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from './email-field.tsx';
import { typed, useCheckedForm, useFieldRules } from '../../lib/form.ts';
import { PasswordField } from './password-field.tsx';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly join?: boolean;
}

/** ACC-02 to ACC-04, and the confirming click of DECISIONS 11. */
export function Page() {
  const { t } = useTranslation();
  const title = useCustomText('login_title');
  const site = useSite();
  const me = useMe();
  const session = useSession();
  const navigate = useNavigate();
  const [joining, setJoining] = useState<Credentials | null>(null);
  const check = useHumanCheck();
  const login = useMutation({
    mutationFn: async (credentials: Credentials) => {
      const { data } = await check.run((given) => api('POST /api/users/login', { body: { ...credentials, ...given } }));
      if (data.joinRequired || data.token === null) return setJoining(credentials);
      const saved = takeRouteBeforeLogin();
      const target = postLoginTarget({ routeBeforeLogin: saved, isNewUser: data.newUser });
      const back = saved === null ? returnAfterLogin(data.newUser) : null;
      await session.start(data.token);
      if (back !== null && isStudioPath(back.to)) location.replace(back.to);
      else if (back !== null) await goBackTo(back, navigate);
      else if (target.kind === 'route') await navigate(target.to, { replace: true });
    },
  });
  if (me !== null && !login.isPending && !login.isSuccess) return <Navigate to={askedWithSession()} replace />;
  if (joining) {
    return (
      <AuthLayout title={t('login-join-title', { site: site.name })} text={t('login-join-text')}>
        <div className="auth-fields">
          <FormError error={login.error} />
          <Button size="l" wide busy={login.isPending} onClick={() => login.mutate({ ...joining, join: true })}>
            {t('login-join-button')}
          </Button>
          <HumanCheckNote {...check} />
          <Button
            size="l"
            wide
            tone="quiet"
            onClick={() => {
              setJoining(null);
              login.reset();
            }}
          >
            {t('btn-cancel')}
          </Button>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={title || t('login-title')}
      text={t('login-text')}
      after={
        <p>
          {t('login-no-account')}{' '}
          <SiteLink className="text-link" to={paths.register}>
            {t('nav-sign-up')}
          </SiteLink>
        </p>
      }
    >
      <LoginForm
        check={check}
        isBusy={login.isPending}
        error={login.error}
        onSend={(credentials) => login.mutate(credentials)}
      />
    </AuthLayout>
  );
}

function LoginForm({
  check,
  isBusy,
  error,
  onSend,
}: {
  check: HumanChecking;
  isBusy: boolean;
  error: unknown;
  onSend: (credentials: Credentials) => void;
}) {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const errorText = useErrorText();
  const { problems, form } = useCheckedForm(
    (data) => ({ email: rules.email(typed(data, 'email')), password: rules.anyPassword(typed(data, 'password')) }),
    (data) => onSend({ email: typed(data, 'email').trim(), password: typed(data, 'password') }),
  );
  return (
    <form className="auth-fields" {...form}>
      <EmailField error={problems['email']} />
      <PasswordField
        name="password"
        autoComplete="current-password"
        label={t('field-password')}
        error={problems['password']}
      />
      <SiteLink className="text-link auth-forgot" to={paths.forgotPassword}>
        {t('login-forgot')}
      </SiteLink>
      <FormError error={error} text={error ? errorText(error, 'login-default') : null} />
      <Button type="submit" size="l" wide busy={isBusy}>
        {t('nav-log-in')}
      </Button>
      <HumanCheckNote {...check} />
    </form>
  );
}
