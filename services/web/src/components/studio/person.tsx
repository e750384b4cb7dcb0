import { Avatar } from '../avatar.tsx';

/** Two soft colours of initials, by the name, so that rows can be told apart; never a meaning. */
const tints = ['a', 'b', 'c', 'd', 'e'] as const;
const tintOf = (name: string): string =>
  tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length] ?? 'a';

export function PersonMark({ name, url, size = 28 }: { name: string; url: string | null; size?: 28 | 32 | 40 | 52 }) {
  return (
    <span className="person-mark" data-tint={tintOf(name)}>
      <Avatar name={name} url={url} size={size} />
    </span>
  );
}

export function Person({ name, email, url }: { name: string; email: string; url: string | null }) {
  return (
    <span className="person">
      <PersonMark name={name || email} url={url} />
      <span>
        <b title={name}>{name || email}</b>
        <small title={email}>{email}</small>
      </span>
    </span>
  );
}
