import MuiSwitch from '@mui/material/Switch';

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
    <MuiSwitch
      className="switch"
      checked={isOn}
      disabled={isDisabled}
      onChange={(_, checked) => onChange(checked)}
      slotProps={{ input: { id, 'aria-label': label, 'aria-describedby': describedBy } }}
    />
  );
}
