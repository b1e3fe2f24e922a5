import { type ComponentType, lazy } from 'react';
import { loadChunk } from '../errors/chunk-failure.ts';

/** A component that is fetched when it is first drawn. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
