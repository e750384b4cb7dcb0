import type { ReactNode } from 'react';
import type { FormBlock, FormValues } from '../form/form-types.ts';

/** One step: fields from their definitions, a part of its own, or both. */
export interface WizardStep {
  /** The last part of its address. */
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly blocks: readonly FormBlock[];
  /** Stands under the fields. */
  readonly content?: ReactNode;
  /** May be skipped; also then, what is typed has to be good before it is saved. */
  readonly isOptional?: boolean;
  /** What it asks for is there, whether or not it came from this wizard. */
  readonly isDone?: boolean;
  /** What is wrong with the values of its fields, by field. Steps after one that is not optional wait until it is good. */
  readonly check?: (values: FormValues) => FormValues;
  /**
   * On Next, also where nothing was changed: `values` are then those that the person agreed to.
   * Rejects with the server's refusal.
   */
  readonly save?: (edits: FormValues, values: FormValues) => Promise<void>;
}

export interface WizardDeclaration {
  /** What is typed is kept under it for this tab; never have passwords or cards here. */
  readonly name: string;
  /** The steps' addresses begin with it; by itself it leads to the first step that is not done. */
  readonly base: string;
  readonly steps: readonly WizardStep[];
  readonly savedOf: (field: string) => unknown;
  /** Where the last step leads to. */
  readonly end: string;
}
