import { useId, type ReactNode, type RefObject } from 'react';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import './task-dialog.css';

interface TaskDialogProps {
  readonly title: string;
  /** Text of the button that sends the form. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
  /** What is asked over it: whether to leave. */
  readonly question: ReactNode;
}

/** A form over a whole phone that changes a post or makes one of it. */
export function TaskDialog(props: TaskDialogProps) {
  const { title, action, isBusy, form, onSubmit, onLeave, children, question } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onLeave}
      shape="full"
      className="task-dialog"
      actions={
        <DialogFoot onCancel={onLeave} isBusy={isBusy} type="submit" form={id}>
          {action}
        </DialogFoot>
      }
    >
      <form
        ref={form}
        id={id}
        className="task-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
      {question}
    </Dialog>
  );
}
