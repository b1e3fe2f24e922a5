import { fileURLToPath } from 'node:url';
import type { ProviderInput } from '#findings';
import type { NippleVolume } from '../extension/index.ts';
import type { ProcessLimits } from '../processes/watch-process.ts';
import type { ServerEntryPoint } from '../site/server-registrations.ts';

/** Module that runs a model in a separate process per call. */
export const MODEL_PROCESS_ENTRY = fileURLToPath(new URL('./model-process.ts', import.meta.url));

/** Search for the nipple by the server part of a built-in extension. */
export interface NippleTask {
  readonly kind: 'nipple';
  readonly entryPoint: ServerEntryPoint;
  readonly volume: NippleVolume;
}

/** Run of a finding provider whose files lie in the folder of the process. */
export interface ProviderTask {
  readonly kind: 'provider';
  /** Path of the module, relative to the folder. */
  readonly module: string;
  readonly input: Omit<ProviderInput, 'voxels' | 'weights'>;
  /** Whether the folder contains weights. */
  readonly hasWeights: boolean;
}

/** Files in the folder of a model process. */
export const MODEL_FILES = {
  /** Written by the server before the start: a `ModelInit` in JSON. */
  init: 'init.json',
  voxels: 'voxels.raw',
  weights: 'weights.raw',
} as const;

export interface ModelInit {
  readonly task: NippleTask | ProviderTask;
  readonly limits: ProcessLimits;
}
