import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

export interface BusyButtonProps extends Omit<ButtonProps, 'loading'> {
  /** What it does is on its way: until then it does nothing more. */
  readonly isBusy: boolean;
}

/**
 * A button whose work takes time. It keeps the focus and its place in the tab order while it waits: Material UI's own
 * `loading` disables the button, which leaves the focus nowhere once the answer is there.
 */
export function BusyButton({ isBusy, onClick, children, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      <span className="busy-label">{children}</span>
      {isBusy ? <CircularProgress className="busy-sign" aria-hidden color="inherit" size={16} /> : null}
    </Button>
  );
}
