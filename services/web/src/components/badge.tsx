import { useFormats } from '../lib/site.tsx';

/** A count of what is new; nothing at zero, 99+ above 99. `label` says it in words. */
export function Badge({ count, label }: { count: number; label: string }) {
  const { number } = useFormats();
  if (count <= 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > 99 ? `${number(99)}+` : number(count)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
