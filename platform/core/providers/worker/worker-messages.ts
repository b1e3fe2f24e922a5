import type { CollectedProposals, FrameInput, ProviderInput } from '#findings';

/** The only message to a worker. */
export interface WorkerStart {
  /** Same-origin URL of the module that exports `provider`. */
  readonly moduleUrl: string;
  /** Folder of the extension, from which the module may load public files; ends with `/`. */
  readonly folderUrl: string;
  readonly input: ProviderInput | FrameInput;
}

/** Message of a worker; untrusted, because the provider's code runs beside the sender. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly part: number }
  | ({ readonly kind: 'done' } & CollectedProposals)
  | { readonly kind: 'threw'; readonly reason: string };
