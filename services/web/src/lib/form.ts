import { emailError } from '@backlot/domain/people/email';
import { passwordError, passwordMax, passwordMin } from '@backlot/domain/people/password';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

export type Problems = Readonly<Record<string, string | null>>;

/** The text of a form's field as the person left it. */
export const typed = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Rules of the fields that account forms share, as sentences. */
export function useFieldRules() {
  const { t } = useTranslation();
  return {
    email: (value: string): string | null => {
      const error = emailError(value);
      return error === null ? null : t(error);
    },
    anyPassword: (value: string): string | null => (value === '' ? t('password-required') : null),
    newPassword: (value: string, email?: string): string | null => {
      const error = passwordError(value, email);
      if (error === null) return null;
      return t(error, { min: passwordMin, max: passwordMax });
    },
    repeated: (value: string, password: string): string | null => (value === password ? null : t('passwords-differ')),
  };
}

/**
 * A form that is checked when it is sent: problems appear at their fields and the first of them gets the focus.
 * A problem goes away when its field is changed.
 */
export function useCheckedForm(check: (form: FormData) => Problems, send: (form: FormData) => void) {
  const [problems, setProblems] = useState<Problems>({});
  return {
    problems,
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>): void => {
        event.preventDefault();
        const element = event.currentTarget;
        const data = new FormData(element);
        const found = check(data);
        setProblems(found);
        const first = Object.entries(found).find(([, problem]) => problem !== null)?.[0];
        if (first === undefined) send(data);
        else (element.elements.namedItem(first) as HTMLElement | null)?.focus();
      },
      onInput: (event: FormEvent<HTMLFormElement>): void => {
        const { name } = event.target as HTMLInputElement;
        if (problems[name]) setProblems({ ...problems, [name]: null });
      },
    },
  };
}
