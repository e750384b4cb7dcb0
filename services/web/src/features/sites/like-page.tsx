import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { likeMessageMax, nameMax } from '@backlot/domain/limits';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Field, FieldError } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { api } from '../../lib/api.ts';
import { typed, useCheckedForm, useFieldRules } from '../../lib/form.ts';
import { useMe, useSite } from '../../lib/site.tsx';
import '../../components/styles/forms.css';

/** NAV-14: what a visitor has to say to the creator about the site; it reaches them by mail. */
export function Page() {
  const { t } = useTranslation();
  const { name, sendsMail } = useSite();
  const me = useMe();
  const rules = useFieldRules();
  const id = useId();
  const send = useMutation({
    mutationFn: (body: { name: string; email: string; message: string }) => api('POST /api/like-the-website', { body }),
  });
  const { problems, form } = useCheckedForm(
    (data) => ({
      email: rules.email(typed(data, 'email')),
      message: typed(data, 'message').trim() === '' ? t('like-message-required') : null,
    }),
    (data) =>
      send.mutate({
        name: typed(data, 'name').trim(),
        email: typed(data, 'email').trim(),
        message: typed(data, 'message').trim(),
      }),
  );
  if (send.isSuccess)
    return (
      <MessagePage
        title={t('like-sent-title')}
        actions={<ButtonLink to={paths.root}>{t('btn-go-to-home')}</ButtonLink>}
      >
        <p>{t('like-sent-text', { site: name })}</p>
      </MessagePage>
    );
  // It would lie on the server and reach nobody.
  if (!sendsMail)
    return (
      <MessagePage
        title={t('footer-like-the-website')}
        actions={<ButtonLink to={paths.contact}>{t('footer-contact')}</ButtonLink>}
      >
        <p>{t('like-no-mail')}</p>
      </MessagePage>
    );
  return (
    <div className="text-page">
      <h1 tabIndex={-1}>{t('footer-like-the-website')}</h1>
      <p>{t('like-text', { site: name })}</p>
      <form className="auth-fields" {...form}>
        <Field
          name="name"
          autoComplete="name"
          maxLength={nameMax}
          defaultValue={me?.name ?? ''}
          label={t('field-name')}
        />
        <Field
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={me?.email ?? ''}
          label={t('field-email')}
          error={problems['email']}
        />
        <div className="field">
          <label htmlFor={id}>{t('like-message')}</label>
          <div className="field-box" data-wrong={problems['message'] ? true : undefined}>
            <textarea
              id={id}
              name="message"
              rows={5}
              dir="auto"
              maxLength={likeMessageMax}
              aria-invalid={problems['message'] ? true : undefined}
              aria-describedby={problems['message'] ? `${id}-error` : undefined}
            />
          </div>
          <FieldError id={`${id}-error`} text={problems['message'] ?? null} />
        </div>
        <FormError error={send.error} />
        <div>
          <Button type="submit" size="l" busy={send.isPending}>
            {t('like-send')}
          </Button>
        </div>
      </form>
    </div>
  );
}
