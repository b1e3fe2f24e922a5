import { fileURLToPath } from 'node:url';
import type { NippleVolume } from '../extension/index.ts';
import type { ProcessLimits } from '../processes/watch-process.ts';
import type { ServerEntryPoint } from '../site/server-registrations.ts';

/** Module that runs a model in a separate process per call. */
export const MODEL_PROCESS_ENTRY = fileURLToPath(new URL('./model-process.ts', import.meta.url));

/** The only message from the server to a model process. */
export interface ModelInit {
  readonly entryPoint: ServerEntryPoint;
  readonly volume: NippleVolume;
  readonly limits: ProcessLimits;
}

/** Last message of a model process; untrusted, because the model wrote the content. */
export type ModelMessage =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'threw'; readonly reason: string };
