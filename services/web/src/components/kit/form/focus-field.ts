/** Brings a field of a form into view and puts the cursor there. */
export function focusField(id: string | null): void {
  const row = id === null ? null : document.getElementById(`field-${id}`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, select, textarea, [role=combobox], button')?.focus({ preventScroll: true });
}
