/**
 * After a press that could not be followed, or that the server refused: the first field that is wrong has the focus, else the reason is in sight.
 * `reasonFirst`: the field was put right by the form itself, and its words say so.
 */
export function showWrong(form: HTMLElement | null, { reasonFirst = false } = {}): void {
  requestAnimationFrame(() => {
    const field = reasonFirst
      ? null
      : form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] button, .drop-zone');
    if (field) field.focus();
    else form?.querySelector<HTMLElement>('p[role=alert], [role=alert] > p')?.scrollIntoView({ block: 'center' });
  });
}
