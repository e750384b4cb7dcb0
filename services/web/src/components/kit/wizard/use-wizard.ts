import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useKeys } from '../../../lib/keys.ts';
import { isKept, useKept } from '../../../lib/storage/kept-text.ts';
import { focusField } from '../form/focus-field.ts';
import { useFormLeaving } from '../form/form-leaving.tsx';
import { fieldsOf, type FormValues } from '../form/form-types.ts';
import { useFormDraft, type FormDraft } from '../form/use-form-draft.ts';
import type { WizardDeclaration, WizardStep } from './wizard-types.ts';

export interface Wizard {
  readonly steps: readonly WizardStep[];
  readonly at: number;
  readonly step: WizardStep;
  readonly draft: FormDraft;
  readonly addressOf: (step: WizardStep) => string;
  /** The first step that waits for one before it; the number of steps where none does. */
  readonly reach: number;
  /** Where this address leads instead. */
  readonly redirect: string | null;
  /** Saves the step and goes on, or shows what is wrong with it. */
  readonly next: () => void;
  /** Goes on without what was typed in this step. */
  readonly skip: () => void;
  /** Asks before what was typed is lost. */
  readonly question: ReactNode;
}

/** The state of a wizard: the step is its address, what is typed is one draft over all of them. */
export function useWizard({ name, base, steps, savedOf, end }: WizardDeclaration): Wizard {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const keptAs = `wizard-${name}`;
  const [typed, setTyped, forget] = useKept<FormValues>(keptAs, {});
  const addressOf = ({ id }: WizardStep): string => `${base}/${id}`;
  const valuesOf = (step: WizardStep, edits: FormValues): FormValues =>
    Object.fromEntries(fieldsOf(step).map(({ id }) => [id, id in edits ? edits[id] : savedOf(id)]));
  const wrongIn = (step: WizardStep, edits: FormValues): FormValues => step.check?.(valuesOf(step, edits)) ?? {};

  const open = steps.findIndex((step) => !step.isOptional && Object.keys(wrongIn(step, {})).length > 0);
  const reach = open < 0 ? steps.length : open + 1;
  const asked = steps.findIndex((step) => addressOf(step) === pathname);
  const at = asked < 0 ? Math.min(reach - 1, firstToDo(steps)) : Math.min(reach - 1, asked);
  const step = steps[at]!;
  const isLast = at === steps.length - 1;

  const draft = useFormDraft({
    savedOf,
    typed: [typed, setTyped],
    check: (edits) => Object.assign({}, ...steps.map((one) => wrongIn(one, edits))) as FormValues,
    save: async (edits, part) => {
      for (const one of steps) {
        const own = Object.fromEntries(Object.entries(edits).filter(([id]) => isFieldOf(one, id)));
        // Next saves all fields of its step: what stands there is then agreed to.
        if (Object.keys(own).length > 0 || (one === step && isWhole(one, part)))
          await one.save?.(own, valuesOf(one, edits));
      }
    },
  });
  const showWrong = (field: string): void => {
    const where = steps.find((one) => isFieldOf(one, field));
    if (where !== undefined && where !== step) void navigate(addressOf(where));
    // A new address gives the focus to the page's heading first.
    setTimeout(focusField, 0, field);
  };
  const here = useHere(pathname);
  const running = useRef<Running | null>(null);
  const store = async (part?: readonly string[]): Promise<boolean> => {
    const { isSaved, wrong } = await draft.save(part);
    if (wrong !== null && here.current === pathname) showWrong(wrong);
    return isSaved;
  };
  const save = (part?: readonly string[]): Promise<boolean> => {
    const done = store(part).finally(() => {
      running.current = null;
    });
    running.current = { edits: draft.edits, part, done };
    return done;
  };
  /** All that is typed; what is on its way already is not sent again. */
  const saveAll = async (): Promise<boolean> => {
    if (running.current === null) return save();
    const { edits, part, done } = running.current;
    const isSent = (id: string): boolean => (part?.includes(id) ?? true) && edits[id] === draft.edits[id];
    const left = Object.keys(draft.edits).filter((id) => !isSent(id));
    return (await done) && (left.length === 0 || save(left));
  };
  const { question, release } = useFormLeaving({
    isChanged: Object.keys(draft.edits).length > 0,
    save: async () => {
      const isSaved = await saveAll();
      if (isSaved) forget();
      return isSaved;
    },
    discard: () => {
      draft.discard();
      forget();
    },
    isKept: () => isKept(keptAs, typed),
    isWithin: (path) => path === base || steps.some((one) => addressOf(one) === path),
  });
  const isAsked = useRef(false);
  isAsked.current = question !== null;
  const own = fieldsOf(step).map(({ id }) => id);
  const goOn = (): void => {
    const after = steps[at + 1];
    if (after !== undefined) return void navigate(addressOf(after));
    forget();
    release();
    void navigate(end);
  };
  // The last step saves what is left of the others too: nothing is typed for nothing.
  const saveStep = (): Promise<boolean> => save(isLast ? [...new Set([...own, ...Object.keys(draft.edits)])] : own);
  const isFree = !draft.isSaving && question === null;
  // As on a page of settings, the key saves and stays.
  useKeys({ 'mod+s': () => (isFree ? void saveStep() : undefined) });
  return {
    steps,
    at,
    step,
    draft,
    addressOf,
    reach,
    redirect: at === asked ? null : addressOf(step),
    next: () => {
      if (draft.isSaving) return;
      void saveStep().then((isSaved) => {
        // Who has left the step meanwhile, or is about to, is not pulled away from where they are.
        if (isSaved && here.current === pathname && !isAsked.current) goOn();
      });
    },
    skip: () => {
      if (draft.isSaving) return;
      draft.discard(own);
      goOn();
    },
    question,
  };
}

/** A save that has no answer yet. */
interface Running {
  /** What was typed when it was sent. */
  readonly edits: FormValues;
  /** The fields that it saves; absent, all of them. */
  readonly part: readonly string[] | undefined;
  readonly done: Promise<boolean>;
}

/** The address as it is now, also for what waits; null once the page is left. */
function useHere(pathname: string): { readonly current: string | null } {
  const here = useRef<string | null>(pathname);
  useEffect(() => {
    here.current = pathname;
    return () => {
      here.current = null;
    };
  }, [pathname]);
  return here;
}

const isWhole = (step: WizardStep, part: readonly string[] | undefined): boolean =>
  part !== undefined && fieldsOf(step).every(({ id }) => part.includes(id));

const isFieldOf = (step: WizardStep, field: string): boolean => fieldsOf(step).some(({ id }) => id === field);

const firstToDo = (steps: readonly WizardStep[]): number =>
  Math.max(
    0,
    steps.findIndex(({ isDone }) => isDone !== true),
  );
