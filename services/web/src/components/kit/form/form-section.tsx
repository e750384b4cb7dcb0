import { FormRow } from './form-row.tsx';
import type { FormBlock, FormSection } from './form-types.ts';
import type { FormDraft } from './use-form-draft.ts';

interface SectionProps {
  readonly section: Pick<FormSection, 'id' | 'title' | 'help' | 'blocks'>;
  readonly draft: FormDraft;
  readonly wanted: string | null;
  /** Nothing of it is folded away, as when it was searched for. */
  readonly isWhole: boolean;
}

/** A section: its name, and a card a block. */
export function FormSectionCards({ section, draft, wanted, isWhole }: SectionProps) {
  return (
    <section className="form-section" aria-labelledby={`section-${section.id}`}>
      <h2 id={`section-${section.id}`}>{section.title}</h2>
      <p className="muted">{section.help}</p>
      {section.blocks.map((block) => (
        <div key={block.id} className="form-block">
          {block.title === null ? null : <h3 id={`block-${section.id}-${block.id}`}>{block.title}</h3>}
          <div
            className="panel-card form-card"
            {...(block.title === null ? {} : { role: 'group', 'aria-labelledby': `block-${section.id}-${block.id}` })}
          >
            {rowsOf(block, draft, wanted, isWhole).map((field) => (
              <FormRow key={field.id} field={field} draft={draft} isWanted={field.id === wanted} />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** What counts for nothing while its switch is off is folded away, but for what somebody looks for or has changed. */
function rowsOf({ fields, switchId }: FormBlock, draft: FormDraft, wanted: string | null, isWhole: boolean) {
  const isOpen =
    isWhole ||
    switchId === null ||
    draft.valueOf(switchId) === true ||
    fields.some(({ id }) => id === wanted) ||
    fields.every(({ id }) => id !== switchId);
  return isOpen ? fields : fields.filter(({ id }) => id === switchId || id in draft.edits);
}
