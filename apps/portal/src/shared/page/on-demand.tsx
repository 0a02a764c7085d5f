import { type ReactNode, use } from "react";

/** A component by its props alone, so that a list may hold components with different props. */
export type Component<Props> = (props: Props) => ReactNode;

/** A component that is downloaded when it is first shown, or before. */
export type OnDemand<Props> = Component<Props> & { preload: () => Promise<unknown> };

/** The failed downloads of components that are shown. React renders again after a failure, and would download again without end. */
const failed = new Set<() => void>();

/** Lets failed downloads be tried again. */
export function forgetFailedDownloads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A component that is downloaded on demand. Unlike a component of React.lazy it is shown without an intermediate state if it was downloaded
 * before, and a failed download can be tried again.
 */
export function onDemand<Props extends object>(load: () => Promise<Component<Props>>): OnDemand<Props> {
  let Loaded: Component<Props> | null = null;
  let loading: Promise<Component<Props>> | null = null;
  let isShown = false;
  const preload = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component;
        return component;
      },
      (error: unknown) => {
        const forget = () => {
          loading = null;
          isShown = false;
        };
        if (isShown) failed.add(forget);
        else forget();
        throw error;
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module is loaded.
  const Shown = (props: Props) => {
    isShown = true;
    const Component = Loaded ?? use(preload());
    return <Component {...props} />;
  };
  return Object.assign(Shown, { preload });
}
