import { queryKeys } from '@backlot/contracts/bootstrap';
import { nameMax } from '@backlot/domain/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Field, FieldError } from '../../components/field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useToast } from '../../components/toasts.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { chooseLanguage } from '../../lib/texts/language.ts';
import { useMe, useSite } from '../../lib/site.tsx';
import '../../components/styles/forms.css';
import '../../components/styles/media.css';
import '../../components/styles/account.css';

/** Name and language. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const site = useSite();
  const [name, setName] = useState(me?.name ?? '');
  const [language, setLanguage] = useState(site.language);
  const save = useSave(language);
  const trimmed = name.trim();
  const problem =
    trimmed === '' ? t('name-required') : [...trimmed].length > nameMax ? t('name-too-long', { max: nameMax }) : null;
  const [isTried, setTried] = useState(false);
  const submit = (): void => {
    setTried(true);
    if (problem === null) save.mutate(trimmed);
  };
  return (
    <div className="account-page account-narrow page-width">
      <h1 tabIndex={-1}>{t('profile-details')}</h1>
      <form
        noValidate
        className="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label={t('field-name')}
          help={t('field-name-help')}
          value={name}
          maxLength={200}
          autoComplete="nickname"
          error={isTried ? problem : null}
          onChange={(event) => setName(event.target.value)}
        />
        <Field label={t('field-email')} value={me?.email ?? ''} readOnly dir="ltr" />
        {site.languages.length > 1 ? (
          <SelectField
            label={t('profile-language')}
            placeholder={t('profile-language')}
            value={language}
            options={site.languages.map((code) => ({ code, name: nameOf(code) }))}
            onChange={(event) => {
              if (event.target.value) setLanguage(event.target.value);
            }}
          />
        ) : null}
        <FieldError
          text={
            save.error instanceof ApiError && save.error.status > 0
              ? save.error.message
              : save.error
                ? t('edit-profile-problem')
                : null
          }
        />
        <div className="account-actions">
          <Button type="submit" busy={save.isPending}>
            {save.isPending ? t('saving') : t('btn-save')}
          </Button>
          <ButtonLink to={paths.profile} tone="quiet">
            {t('btn-back')}
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}

const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

function useSave(language: string) {
  const { t } = useTranslation();
  const site = useSite();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (name: string) => api('POST /api/users/change_profile_details', { body: { name, language } }),
    onSuccess: async ({ data }) => {
      queries.setQueryData(queryKeys.me(site.id), data);
      toast({ text: t('profile-updated'), tone: 'good' });
      // A page is made in one language.
      if (language !== site.language) await chooseLanguage(language);
    },
  });
}
