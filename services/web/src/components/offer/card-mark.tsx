/** A card brand's mark, drawn small; brands without a drawing are written. */
export function CardMark({ brand }: { brand: string }) {
  if (brand === 'master' || brand === 'mastercard') {
    return (
      <svg className="card-mark" viewBox="0 0 38 24" role="img" aria-label="Mastercard">
        <rect x="0.5" y="0.5" width="37" height="23" rx="4.5" fill="#fffdf8" stroke="#0000001f" />
        <circle cx="15.5" cy="12" r="6.5" fill="#d63b26" />
        <circle cx="22.5" cy="12" r="6.5" fill="#efa32d" fillOpacity="0.92" />
        <path d="M19 6.5a6.5 6.5 0 0 1 0 11 6.5 6.5 0 0 1 0-11Z" fill="#e2702a" />
      </svg>
    );
  }
  const name = marks[brand] ?? brand.toUpperCase().slice(0, 5);
  return (
    <svg className="card-mark" viewBox="0 0 38 24" role="img" aria-label={name}>
      <rect x="0.5" y="0.5" width="37" height="23" rx="4.5" fill="#fffdf8" stroke="#0000001f" />
      <text
        x="19"
        y="16"
        textAnchor="middle"
        fontFamily="var(--font-text)"
        fontSize={name.length > 4 ? 8 : 10.5}
        fontWeight="800"
        fontStyle={brand === 'visa' ? 'italic' : 'normal'}
        fill="#1f3b78"
        textLength={name.length > 4 ? 30 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {name}
      </text>
    </svg>
  );
}

const marks: Readonly<Record<string, string>> = {
  visa: 'VISA',
  amex: 'AMEX',
  discover: 'DISC',
  jcb: 'JCB',
  diners_club: 'DINERS',
  maestro: 'MAESTRO',
};
