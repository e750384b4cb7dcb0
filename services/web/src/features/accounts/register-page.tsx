import { postRegisterTarget } from '@backlot/domain/routes';
import { passwordMin } from '@backlot/domain/people/password';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { askedAs } from '../../lib/navigation/after-joining.ts';
import { useSession } from '../../entities/person/session.ts';
import { useFirstPrice } from '../../entities/membership/membership-quote.ts';
import { useRhythmTexts } from '../../entities/membership/rhythm.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { HumanCheckNote } from '../../components/human-check-note.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { LaterPrice } from '../../components/offer/later-price.tsx';
import { Filled } from '../../components/text/filled.tsx';
import { WantedPost } from '../../components/offer/wanted-post.tsx';
import { useCustomText } from '../../lib/texts/custom-texts.ts';
import { api } from '../../lib/api.ts';
import { fieldErrorOf } from '../../lib/texts/error-text.ts';
import { useHumanCheck, type HumanChecking } from '../../lib/human-check/use-human-check.ts';
import { useFormats, useMe, useSetting } from '../../lib/site.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from './email-field.tsx';
import { typed, useCheckedForm, useFieldRules } from '../../lib/form.ts';
import { PasswordField } from './password-field.tsx';
import { readUtm } from './utm.ts';

interface Registration {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/** ACC-05 to ACC-07. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const session = useSession();
  const navigate = useNavigate();
  const title = useCustomText('signup_title');
  const text = useCustomText('signup_description');
  const check = useHumanCheck();
  const register = useMutation({
    mutationFn: async (input: Registration) => {
      const utm = readUtm();
      const { data } = await check.run((given) =>
        api('POST /api/users/register', { body: { ...input, ...(utm ? { utm } : {}), ...given } }),
      );
      const target = postRegisterTarget(data.mode, data.url);
      await session.start(data.token);
      if (target.kind === 'document') location.assign(target.url);
      else await navigate(askedAs(target.to), { replace: true });
    },
  });
  if (me !== null && !register.isPending && !register.isSuccess) return <Navigate to={paths.root} replace />;
  return (
    <AuthLayout
      title={title || t('register-title')}
      text={text || t('register-text')}
      after={
        <p>
          {t('register-have-account')}{' '}
          <SiteLink className="text-link" to={paths.login}>
            {t('nav-log-in')}
          </SiteLink>
        </p>
      }
    >
      <WantedPost />
      <MembershipPrice />
      <RegisterForm
        check={check}
        isBusy={register.isPending}
        error={register.error}
        onSend={(input) => register.mutate(input)}
      />
    </AuthLayout>
  );
}

/** What comes after the account, said before it (C13). */
function MembershipPrice() {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { amount, original, isFree, later, renewalDays } = useFirstPrice();
  const rhythm = useRhythmTexts(renewalDays);
  const price = isFree ? t('membership-free') : later === null ? rhythm.price(amount) : money(amount);
  return (
    <p className="auth-price">
      <span>{t('profile-membership')}</span>
      {original === null ? null : <s>{money(original)}</s>}
      <b>{price}</b>
      <LaterPrice />
    </p>
  );
}

function RegisterForm({
  check,
  isBusy,
  error,
  onSend,
}: {
  check: HumanChecking;
  isBusy: boolean;
  error: unknown;
  onSend: (input: Registration) => void;
}) {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const { problems, form } = useCheckedForm(
    (data) => ({
      email: rules.email(typed(data, 'email')),
      password: rules.newPassword(typed(data, 'password'), typed(data, 'email')),
    }),
    (data) =>
      onSend({
        email: typed(data, 'email').trim(),
        password: typed(data, 'password'),
        name: typed(data, 'name').trim() || undefined,
      }),
  );
  const isAtField = ['name', 'email', 'password'].some((field) => fieldErrorOf(error, field) !== null);
  return (
    <form className="auth-fields" {...form}>
      <Field
        name="name"
        autoComplete="nickname"
        maxLength={80}
        label={t('field-name')}
        help={t('field-name-help')}
        error={fieldErrorOf(error, 'name')}
      />
      <EmailField error={problems['email'] ?? fieldErrorOf(error, 'email')} />
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('field-password')}
        help={t('field-password-help', { min: passwordMin })}
        error={problems['password'] ?? fieldErrorOf(error, 'password')}
      />
      <FormError error={isAtField ? null : error} />
      <Button type="submit" size="l" wide busy={isBusy}>
        {t('nav-sign-up')}
      </Button>
      <HumanCheckNote {...check} />
      <Terms />
    </form>
  );
}

function Terms() {
  const { t } = useTranslation();
  const isAdult = useSetting('is_adult_site');
  return (
    <p className="auth-terms">
      <Filled
        id={isAdult ? 'register-adult-terms' : 'register-terms'}
        elements={{
          terms: (
            <SiteLink className="text-link" to={paths.terms}>
              {t('footer-terms')}
            </SiteLink>
          ),
          privacy: (
            <SiteLink className="text-link" to={paths.privacy}>
              {t('footer-privacy')}
            </SiteLink>
          ),
        }}
      />
    </p>
  );
}
