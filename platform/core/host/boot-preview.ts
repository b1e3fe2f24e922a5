import type { HangingProtocol } from '#contracts';

/** Options of a read from the server with the signed-in user's bearer. */
export interface BootPreviewReadOptions {
  /** Requests only bytes `from` … `to` - 1. */
  readonly range?: { readonly from: number; readonly to: number };
  /** Requests JSON and reuses a preloaded response of the same path. */
  readonly json?: true;
  readonly signal: AbortSignal;
}

/** An object from a response that no schema has checked. */
export type Unchecked = Readonly<Record<string, unknown>>;

/**
 * Input of an extension that shows a study before the application has loaded: its folder contains a
 * `boot-preview.ts` that exports `bootPreview`. Data that it can't use is left to the application,
 * which reads everything again, validates it and reports errors.
 */
export interface BootPreview {
  /** Scans of the open study, newest acquisition first. */
  readonly scans: readonly Unchecked[];
  readonly targetScanId: string;
  /** Layouts of the extension's manifest. */
  readonly protocols: readonly HangingProtocol[];
  /** The user's preferences by code; empty if they could not be read. */
  readonly preferences: Promise<ReadonlyMap<string, string>>;
  /** Bearer token of all reads. */
  readonly token: string;
  /** Element above the area in which the application will show the study. */
  readonly container: HTMLElement;
  /** Aborted when the preview ends. */
  readonly signal: AbortSignal;
  /** Reads a path below `/api`. */
  read(path: string, options: BootPreviewReadOptions): Promise<Response>;
  /** Ends the preview, e.g. because the application shows the study or another page. */
  end(): void;
}

/** Resolves when the preview is complete; the application starts then, or after a short delay. */
export type BootPreviewEntry = (preview: BootPreview) => Promise<void>;
