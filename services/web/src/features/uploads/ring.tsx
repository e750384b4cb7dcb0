const radius = 7;
const length = 2 * Math.PI * radius;

/** A circle that fills. Words beside it say the same. */
export function Ring({ share }: { share: number }) {
  return (
    <svg className="ring" viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <circle cx="9" cy="9" r={radius} />
      <circle
        cx="9"
        cy="9"
        r={radius}
        strokeDasharray={`${length * Math.max(0.02, share)} ${length}`}
        transform="rotate(-90 9 9)"
      />
    </svg>
  );
}
