import { type ReactNode, use } from "react";

/** A component by its props alone, so that a list may hold components with different props. */
export type Component<Props> = (props: Props) => ReactNode;

/** A component that is downloaded when it is first shown, or before. */
export type OnDemand<Props> = Component<Props> & { preload: () => Promise<unknown> };

/**
 * A component that is downloaded on demand. Unlike a component of React.lazy it is shown without an intermediate state if it was downloaded
 * before, and a failed download is tried again when it is next shown.
 */
export function onDemand<Props extends object>(load: () => Promise<Component<Props>>): OnDemand<Props> {
  let Loaded: Component<Props> | null = null;
  let loading: Promise<Component<Props>> | null = null;
  const preload = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component;
        return component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module is loaded.
  const Shown = (props: Props) => {
    const Component = Loaded ?? use(preload());
    return <Component {...props} />;
  };
  return Object.assign(Shown, { preload });
}
