import type { FileCategory, FileRole, JobType, Scan, ScanFile, ScanFileFields } from '#contracts';
import type { Logger } from '#foundation';
import type { NippleModel } from './nipple-model.ts';

/**
 * File created by a job. Becomes visible together with the job's other files when the job succeeds.
 */
export type StagedFile = Omit<ScanFileFields, 'scanId' | 'id' | 'parentId'> & {
  /**
   * Content of the file. Files of role PYRAMID and COVERAGE belong to the job's PRIMARY file of the
   * same category.
   */
  readonly bytes: Uint8Array;
};

/** Run of a job on a scan. */
export interface JobRun {
  readonly scan: Scan;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: Logger;
  /** Aborted when the job is stopped or its lease is lost. */
  readonly signal: AbortSignal;
  /** Reports progress and yields to the event loop; throws AbortError once the job was stopped. */
  progress(phase: string, done: number, total: number): Promise<void>;
  listFiles(filter: { fileCategory: FileCategory; role?: FileRole }): Promise<readonly ScanFile[]>;
  /** Returns the bytes, verified against the checksum and decoded. */
  readFile(fileId: string): Promise<Uint8Array>;
  /**
   * Publishes all files in one transaction under the job's fencing token. Supersedes older files of
   * their categories and of `emptied`, whose results this run did not find, so that an outdated
   * result is not served.
   */
  publish(files: readonly StagedFile[], emptied?: readonly FileCategory[]): Promise<void>;
  /** Sets the scan's breast volume in ml when the job succeeds; null when unknown. */
  setBreastVolume(ml: number | null): void;
}

export interface JobHandler {
  /** True when the server queues the job after a completed device scan. */
  readonly onScanCompleted: boolean;
  run(run: JobRun): Promise<void>;
}

export interface ServerExtensionContext {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: Logger;
  readonly jobs: { handle(jobType: JobType, handler: JobHandler): void };
  /**
   * Offers the model of the site. Only one is allowed; the offer of a second extension is ignored
   * and reported. The server only collects the offer; a separate process registers the extension
   * again and runs the model. Load weights in `locate`, not in `register`.
   */
  readonly nipple: { offer(model: NippleModel): void };
}

/** Server entry point of an extension; exported as `serverExtension` by its `server.ts`. */
export interface ServerExtension {
  readonly id: string;
  register(context: ServerExtensionContext): void;
}

export function defineServerExtension(extension: ServerExtension): ServerExtension {
  return extension;
}
