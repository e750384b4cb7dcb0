import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { ScreenFailed } from '../components/site/states.tsx';
import { isCodeMissing, reloadOnce } from '../lib/texts/missing-code.ts';
import { forgetFailedScreens } from './screen.tsx';

interface Failure {
  readonly error: unknown;
  readonly onRetry: () => void;
}
interface Props {
  readonly resetKey: string;
  readonly children: ReactNode;
  /** What is shown instead of the children; absent for a page of its own. */
  readonly Failed?: ComponentType<Failure>;
  /** The page is whole without the children: nothing is shown instead, and no new page is asked for under the reader. */
  readonly isAside?: boolean;
}
interface State {
  readonly error: unknown;
  readonly key: string;
}

/** One a screen: what breaks inside leaves the frame standing, and the next navigation tries again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    forgetFailedScreens();
    if (!this.props.isAside && isCodeMissing(error) && reloadOnce()) return;
    reportError(error instanceof Error ? error : new Error(String(error), { cause: info.componentStack }));
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    if (this.props.isAside) return null;
    const { error } = this.state;
    // Browsers remember that a module failed; only a new page asks for it again.
    const retry = (): void => {
      if (isCodeMissing(error) && navigator.onLine) location.reload();
      else this.setState({ error: null });
    };
    const { Failed = ScreenFailed } = this.props;
    return <Failed error={error} onRetry={retry} />;
  }
}
