import { fileURLToPath } from 'node:url';
import type { NippleVolume } from '../extension/index.ts';
import type { ServerEntryPoint } from '../site/server-registrations.ts';

/** The module that runs a model, in a process made for one call. */
export const MODEL_PROCESS_ENTRY = fileURLToPath(new URL('./model-process.ts', import.meta.url));

/** The only message that the server sends to such a process. */
export interface ModelInit {
  readonly entryPoint: ServerEntryPoint;
  readonly volume: NippleVolume;
  readonly limits: ModelLimits;
}

export interface ModelLimits {
  readonly milliseconds: number;
  readonly memoryBytes: number;
}

/** What it says before it ends; unchecked, for a model has written it. */
export type ModelMessage =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'threw'; readonly reason: string };

/** What the thread that watches over the process is told. */
export interface WatchTask extends ModelLimits {
  /** The server; a process whose parent is another one was left behind. */
  readonly parentPid: number;
}

/** How long a model that was told to stop has until it is killed. */
export const STOP_TIMEOUT_MS = 1_000;
