interface Preventable {
  preventDefault(): void;
}

/** GEN-14: over what has to be paid for, a post's or a membership's, there is no menu of the browser; elsewhere there is. */
export const paidMedia = (isPaid: boolean): { readonly onContextMenu?: (event: Preventable) => void } =>
  isPaid ? { onContextMenu: (event) => event.preventDefault() } : {};
