import { useState, type Dispatch, type SetStateAction } from 'react';
import { fieldErrorOf, useErrorText } from '../../../lib/texts/error-text.ts';
import type { FormValues } from './form-types.ts';

interface DraftOptions {
  readonly savedOf: (id: string) => unknown;
  /** What is wrong with changed values, by field. */
  readonly check: (edits: FormValues) => FormValues;
  /** Rejects with the server's refusal. `part` as the draft was asked to save it. */
  readonly save: (edits: FormValues, part?: readonly string[]) => Promise<void>;
  /** Where what is typed is kept; absent, it lives as long as the form. */
  readonly typed?: readonly [FormValues, Dispatch<SetStateAction<FormValues>>];
}

export interface SaveOutcome {
  readonly isSaved: boolean;
  /** The first field that kept it from being saved, here or on the server. */
  readonly wrong: string | null;
}

export interface FormDraft {
  readonly valueOf: (id: string) => unknown;
  /** Only what differs from what is saved. */
  readonly edits: FormValues;
  readonly change: (id: string, value: unknown) => void;
  readonly leave: (id: string) => void;
  /** Null while nobody needs to be told yet. */
  readonly errorOf: (id: string) => string | null;
  /** The first field that keeps the form from being saved. */
  readonly firstWrong: () => string | null;
  /** All of it, or what was changed in these fields. */
  readonly discard: (part?: readonly string[]) => void;
  /** All of it, or these fields alone, which are then checked also where nothing was changed. */
  readonly save: (part?: readonly string[]) => Promise<SaveOutcome>;
  readonly isSaving: boolean;
  /** Why it could not be saved, where that is about no single field. */
  readonly problem: string | null;
  /** Counts what was thrown away, for controls that keep something of their own. */
  readonly round: number;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a person has changed and not saved yet. What others save meanwhile comes in where nothing was changed here. */
export function useFormDraft({ savedOf, check, save, typed }: DraftOptions): FormDraft {
  const errorText = useErrorText();
  const own = useState<FormValues>({});
  const [touched, setTouched] = typed ?? own;
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FormValues>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [round, setRound] = useState(0);
  const edits = Object.fromEntries(Object.entries(touched).filter(([id, value]) => !isSame(value, savedOf(id))));
  const wrong = check(edits);
  const firstWrong = (ids: readonly string[] = Object.keys(edits)): string | null =>
    ids.find((id) => wrong[id] !== undefined) ?? null;
  const tell = (some: readonly string[]): void => setTold((before) => new Set([...before, ...some]));
  return {
    valueOf: (id) => (id in edits ? edits[id] : savedOf(id)),
    edits,
    change: (id, value) => {
      setTouched((before) => ({ ...before, [id]: value }));
      setRefused((before) => ({ ...before, [id]: undefined }));
      setProblem(null);
    },
    leave: (id) => tell([id]),
    errorOf: (id) => ((refused[id] ?? (told.has(id) ? wrong[id] : undefined)) as string | undefined) ?? null,
    firstWrong: () => firstWrong(),
    discard: (part) => {
      setTouched((now) => (part === undefined ? {} : without(now, part)));
      setTold(new Set());
      setRefused({});
      setProblem(null);
      setRound((before) => before + 1);
    },
    save: async (part) => {
      const ids = part ?? Object.keys(edits);
      const chosen = Object.fromEntries(Object.entries(edits).filter(([id]) => ids.includes(id)));
      tell(ids);
      if (firstWrong(ids) !== null) return { isSaved: false, wrong: firstWrong(ids) };
      setSaving(true);
      setRefused({});
      setProblem(null);
      try {
        await save(chosen, part);
        // What was changed again while it was on its way stays to be saved.
        setTouched((now) => Object.fromEntries(Object.entries(now).filter(([id, value]) => value !== chosen[id])));
        setTold(new Set());
        return { isSaved: true, wrong: null };
      } catch (error) {
        const fields = Object.fromEntries(ids.map((id) => [id, fieldErrorOf(error, id)]).filter(([, text]) => text));
        const [first = null] = Object.keys(fields);
        setRefused(fields);
        setProblem(first === null ? errorText(error) : null);
        return { isSaved: false, wrong: first };
      } finally {
        setSaving(false);
      }
    },
    isSaving,
    problem,
    round,
  };
}

const without = (values: FormValues, ids: readonly string[]): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([id]) => !ids.includes(id)));
