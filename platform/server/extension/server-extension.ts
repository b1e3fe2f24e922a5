import type * as z from 'zod';
import type {
  AiRunFields,
  FileCategory,
  FileRole,
  JobType,
  nippleAiFieldsSchema,
  Scan,
  ScanFile,
  ScanFileFields,
} from '#contracts';
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

/** Run of a model without its findings; the server assigns the id. */
export type AiProposal = Omit<AiRunFields, 'id' | 'findings'>;
/** Finding proposed by a job; the server assigns the id. */
export type ProposedByJob = Omit<AiRunFields['findings'][number], 'id'>;

/** Position of the nipple in a volume, with the confidence of the model from 0 to 1. */
export type NippleProposal = z.input<typeof nippleAiFieldsSchema>;

/** Run of a job on a scan. */
export interface JobRun {
  readonly scan: Scan;
  /** Account that queued the job; null for a job that the server has queued. */
  readonly queuedBy: string | null;
  /** True if a worker outside the server does the other part; see `JobHandler.shareWithWorker`. */
  readonly isServerPart: boolean;
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
   * Stages files, which all become visible in the one transaction that completes the job.
   * Supersedes the older files of their categories. `emptied` names further categories, for which
   * this run has no result, so that their outdated files are not served.
   */
  publish(files: readonly StagedFile[], emptied?: readonly FileCategory[]): Promise<void>;
  /**
   * Stages an AI run with its findings, stored in the one transaction that completes the job, all or
   * none. An invalid finding fails the job with PROPOSAL_INVALID. Users decide on the findings; no
   * report contains them.
   */
  propose(run: AiProposal, findings: readonly ProposedByJob[]): void;
  /**
   * Stages a nipple location in a volume of the scan, which a user must confirm; stored when the job
   * succeeds, unless the volume has a proposal already.
   */
  proposeNipple(fileId: string, location: NippleProposal): void;
  /** Sets the scan's breast volume in ml when the job succeeds; null when unknown. */
  setBreastVolume(ml: number | null): void;
}

export interface JobHandler {
  /** True when the server queues the job after a completed device scan. */
  readonly onScanCompleted: boolean;
  /**
   * Returns whether the server queues the job after a completed job of another type on the same
   * scan. Absent: never.
   */
  startsAfter?(jobType: JobType, settings: Readonly<Record<string, unknown>>): boolean;
  /**
   * Returns which parts of a job that the server has queued are asked for, when a worker outside the
   * server runs the job type: a part that remains with the server, and the part of the worker, whose
   * job is queued afterwards. Absent: the worker does everything.
   */
  shareWithWorker?(settings: Readonly<Record<string, unknown>>): {
    readonly server: boolean;
    readonly worker: boolean;
  };
  /**
   * Categories whose files a run replaces. The server rejects the job while a signed report is
   * based on such files. Without this list, the run fails when it publishes.
   */
  readonly replaces?: readonly FileCategory[];
  run(run: JobRun): Promise<void>;
}

export interface ServerExtensionContext {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: Logger;
  readonly jobs: { handle(jobType: JobType, handler: JobHandler): void };
  /**
   * Offers the nipple model of the site. Only one extension can offer a model; a second extension
   * is skipped and reported. The server only collects the offer; a separate process registers the
   * extension again and runs the model. Load weights in `locate`, not in `register`.
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
