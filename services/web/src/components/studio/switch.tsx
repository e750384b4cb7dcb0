interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly id?: string;
  readonly describedBy?: string | undefined;
}

/** On or off, at once. The label is for those who do not see what stands beside it. */
export function Switch({ label, isOn, onChange, isDisabled = false, id, describedBy }: SwitchProps) {
  return (
    <span className="switch">
      <input type="checkbox" role="switch" id={id} aria-label={label} aria-describedby={describedBy} checked={isOn} aria-checked={isOn} disabled={isDisabled} onChange={(event) => onChange(event.target.checked)} />
      <i aria-hidden="true" />
    </span>
  );
}
