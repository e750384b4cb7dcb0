/** A person's picture, or the first letters of their name. */
export function Avatar({ name, url, size = 40 }: { name: string; url: string | null; size?: 28 | 32 | 40 | 52 | 104 }) {
  if (url)
    return <img className="avatar" data-size={size} src={url} alt="" width={size} height={size} loading="lazy" />;
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');
  return (
    <span className="avatar" data-size={size} aria-hidden="true">
      {letters.toUpperCase()}
    </span>
  );
}
