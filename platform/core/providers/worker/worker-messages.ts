import type { ProviderInput } from '../../registries/definitions.ts';

/** The only message to a worker. */
export interface WorkerStart {
  /** Same-origin URL of the module that exports `provider`. */
  readonly moduleUrl: string;
  readonly input: ProviderInput;
}

/** Proposals of a run as the worker collected them; untrusted. */
export interface CollectedProposals {
  readonly proposals: readonly unknown[];
  /** Number of further proposals, which had lower scores. */
  readonly cut: number;
  readonly messages: readonly string[];
}

/** Message of a worker; untrusted, because the provider's code runs beside the sender. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly part: number }
  | ({ readonly kind: 'done' } & CollectedProposals)
  | { readonly kind: 'threw'; readonly reason: string };

/** Maximum number and length of messages of a run. */
export const MAX_MESSAGES = 20;
export const MAX_MESSAGE_LENGTH = 300;
