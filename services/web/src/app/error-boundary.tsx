import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ScreenFailed } from '../features/sites/states.tsx';

interface Props { readonly resetKey: string; readonly children: ReactNode }
interface State { readonly error: unknown; readonly key: string }

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
    reportError(error instanceof Error ? error : new Error(String(error), { cause: info.componentStack }));
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ScreenFailed error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
