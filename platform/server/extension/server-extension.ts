import type { FileCategory, FileRole, JobType, Scan, ScanFile, ScanFileFields } from '#contracts';
import type { Logger } from '#foundation';
import type { NippleModel } from './nipple-model.ts';

/** A file that a job made. It becomes visible with all the others, when the job succeeds. */
export type StagedFile = Omit<ScanFileFields, 'scanId' | 'id' | 'parentId'> & {
  /** Rows of role PYRAMID and COVERAGE belong to the job's PRIMARY file of the same category. */
  readonly bytes: Uint8Array;
};

/** One run of a job on one scan. */
export interface JobRun {
  readonly scan: Scan;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: Logger;
  /** Aborted when someone stops the job or its lease is lost. */
  readonly signal: AbortSignal;
  /** Tells how far the job is and gives way; throws AbortError once the job was stopped. */
  progress(phase: string, done: number, total: number): Promise<void>;
  listFiles(filter: { fileCategory: FileCategory; role?: FileRole }): Promise<readonly ScanFile[]>;
  /** The bytes, checked against their checksum and decoded. */
  readFile(fileId: string): Promise<Uint8Array>;
  /**
   * Publishes all files in one transaction under the job's fencing token; older ones of their
   * categories are superseded in it, and those of `emptied`: what this run looked for in vain must
   * not be answered from an earlier one.
   */
  publish(files: readonly StagedFile[], emptied?: readonly FileCategory[]): Promise<void>;
  /** The scan's breast volume in millilitres, or that it is not known; set when the job succeeds. */
  setBreastVolume(ml: number | null): void;
}

export interface JobHandler {
  /** Queued by the server when a scan of a device is completed. */
  readonly onScanCompleted: boolean;
  run(run: JobRun): Promise<void>;
}

export interface ServerExtensionContext {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: Logger;
  readonly jobs: { handle(jobType: JobType, handler: JobHandler): void };
  /**
   * One model of the whole site: the second extension that offers one is left out and told. The
   * server asks `register` for the offer and never calls the model; a process of its own does both
   * again. So weights are read in `locate`, not in `register`.
   */
  readonly nipple: { offer(model: NippleModel): void };
}

/** The server door of an extension: its `server.ts` exports one of these as `serverExtension`. */
export interface ServerExtension {
  readonly id: string;
  register(context: ServerExtensionContext): void;
}

export function defineServerExtension(extension: ServerExtension): ServerExtension {
  return extension;
}
