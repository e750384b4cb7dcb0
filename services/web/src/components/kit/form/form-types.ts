import type { ComponentType } from 'react';
import type { SelectOption } from '../select.tsx';

export type FormValues = Readonly<Record<string, unknown>>;

/** What a field's control works with. */
export interface ControlProps {
  readonly fieldId: string;
  /** Of the element that the field's label names. */
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly onChange: (value: unknown) => void;
  /** The person is done with it: what is wrong may be told now. */
  readonly onLeave: () => void;
}

/** What a field holds, and with it its control. */
export type FieldShape =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly SelectOption<string>[] }
  | {
      readonly kind: 'text';
      readonly max: number;
      /** Absent for one line. */
      readonly rows?: number;
      /** `secret`: what is typed is not shown, and what is stored was never sent. */
      readonly input?: 'email' | 'url' | 'secret';
      /** What holds while it is empty. */
      readonly usual?: string;
    }
  /** `unit` stands after the number, such as the currency. */
  | { readonly kind: 'number'; readonly unit?: string }
  /** A list of texts, one a line. */
  | { readonly kind: 'lines' }
  /** Empty for the usual one. */
  | { readonly kind: 'colour'; readonly usual: string }
  | { readonly kind: 'own'; readonly Control: ComponentType<ControlProps> };

export interface FormField {
  readonly id: string;
  readonly name: string;
  readonly help: string;
  readonly shape: FieldShape;
  /** Its control stands under the name and takes the whole line. */
  readonly isWide: boolean;
}

/** Fields about one thing, on one card. */
export interface FormBlock {
  readonly id: string;
  readonly title: string | null;
  readonly fields: readonly FormField[];
  /** The field that switches the others: they are folded away while it is off. */
  readonly switchId: string | null;
}

export interface FormSection {
  readonly id: string;
  readonly to: string;
  readonly group: string;
  readonly title: string;
  readonly help: string;
  readonly blocks: readonly FormBlock[];
}

export const fieldsOf = ({ blocks }: Pick<FormSection, 'blocks'>): readonly FormField[] =>
  blocks.flatMap(({ fields }) => fields);

/** Asked before values are saved that many people notice at once. */
export interface FormQuestion {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
}
