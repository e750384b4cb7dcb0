import { useFormats } from '../../lib/site.tsx';

/** A moment as a person says it; the exact one on hover. Server and browser may differ by a minute or a time zone. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.exact(at)} suppressHydrationWarning>
      {exact ? formats.exact(at) : formats.relative(at)}
    </time>
  );
}
