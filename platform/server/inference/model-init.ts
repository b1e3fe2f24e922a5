import { fileURLToPath } from 'node:url';
import type { NippleVolume } from '../extension/index.ts';
import type { ServerEntryPoint } from '../site/server-registrations.ts';

/** Module that runs a model in a separate process per call. */
export const MODEL_PROCESS_ENTRY = fileURLToPath(new URL('./model-process.ts', import.meta.url));

/** The only message from the server to a model process. */
export interface ModelInit {
  readonly entryPoint: ServerEntryPoint;
  readonly volume: NippleVolume;
  readonly limits: ModelLimits;
}

export interface ModelLimits {
  readonly milliseconds: number;
  readonly memoryBytes: number;
}

/** Last message of a model process; untrusted, because the model wrote the content. */
export type ModelMessage =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'threw'; readonly reason: string };

/** Input of the watch thread. */
export interface WatchTask extends ModelLimits {
  /** Pid of the server; another parent pid means that the process is orphaned. */
  readonly parentPid: number;
}

/** Time between the request to stop and the kill. */
export const MODEL_STOP_TIMEOUT_MS = 1_000;
