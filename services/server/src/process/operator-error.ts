/** Something that whoever runs the deployment can mend: the message is a sentence that says how. Scripts show it without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
