/** What both kinds of feed are given. */
export interface FeedProps {
  readonly tag: string | null;
  /** Told how many posts there are. */
  readonly onTotal: (total: number) => void;
  /** Takes the tag away; null where none is chosen. */
  readonly onReset: (() => void) | null;
}
