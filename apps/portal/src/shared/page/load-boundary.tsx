import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, type ReactNode } from "react";
import { forgetFailedDownloads } from "./on-demand.tsx";
import { Problem } from "./problem.tsx";

type FallbackProps = { error: unknown; again: () => void };
type BoundaryProps = { onAgain: () => void; fallback: (props: FallbackProps) => ReactNode; children: ReactNode };

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { onAgain, fallback: Fallback, children } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    const again = () => {
      onAgain();
      this.setState({ error: null });
    };
    return <Fallback error={error} again={again} />;
  }
}

type LoadBoundaryProps = { fallback?: (props: FallbackProps) => ReactNode; children: ReactNode };

/** Replaces content that could not be loaded by a message and a button that tries again. */
export function LoadBoundary({ fallback = Problem, children }: LoadBoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  const onAgain = () => {
    reset();
    forgetFailedDownloads();
  };
  return (
    <Boundary onAgain={onAgain} fallback={fallback}>
      {children}
    </Boundary>
  );
}
