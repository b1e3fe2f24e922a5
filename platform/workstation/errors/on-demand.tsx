import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { loadChunk } from './chunk-failure.ts';

/** A component that loads its code on first render, or earlier by `preload`. */
export type OnDemand<Props> = ComponentType<Props> & {
  /** Loads the code; a failed load is repeated, and reported, by the first render. */
  preload(): Promise<void>;
};

interface Code<Props> {
  /** Null until the code is loaded. */
  loaded: ComponentType<Props> | null;
  readonly Lazy: ComponentType<Props>;
}

/**
 * Creates a component that loads its code on first render. Preloaded code renders at once; with
 * `lazy` alone, React shows the fallback first and replaces it 300 ms later.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  const loadOnce = async (): Promise<ComponentType<Props>> => {
    code.loaded ??= await loadChunk(load);
    return code.loaded;
  };
  const code: Code<Props> = {
    loaded: null,
    Lazy: lazy(async () => ({ default: await loadOnce() })) as ComponentType<Props>,
  };
  const ignore = (): void => undefined;
  return Object.assign((props: Props) => <Body code={code} props={props} />, {
    preload: () => loadOnce().then(ignore, ignore),
  });
}

function Body<Props extends object>(options: {
  readonly code: Code<Props>;
  readonly props: Props;
}): ReactNode {
  const { code, props } = options;
  // Chosen once per mount, because another component type would lose the state.
  const [Loaded] = useState<ComponentType<Props>>(() => code.loaded ?? code.Lazy);
  return <Loaded {...props} />;
}
