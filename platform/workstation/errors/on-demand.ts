import { type ComponentType, lazy } from 'react';
import { loadChunk } from './chunk-failure.ts';

/** Creates a component that loads its code on first render. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
