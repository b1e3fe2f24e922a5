import type { Finding, Mark, Patient, Scan, Study } from '#contracts';
import type { Disposable, Problem, Result } from '#foundation';
import type { PlanePosition } from '#geometry';
import type { ReadonlyStore } from '../services/store.ts';

export type SaveState =
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface StudyState {
  readonly status: 'empty' | 'loading' | 'ready' | 'failed';
  readonly problem: Problem | null;
  readonly patient: Patient | null;
  readonly study: Study | null;
  /** Newest acquisition first. */
  readonly scans: readonly Scan[];
  readonly targetScanId: string | null;
  /** Findings of the target scan that are not deleted, by label. */
  readonly findings: readonly Finding[];
  readonly selectedFindingId: string | null;
  readonly save: SaveState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * The one document of a study that list, planes, panel and report look at. Edits show at once,
 * are saved by themselves in order, and can be undone.
 */
export interface StudyDocument extends Disposable {
  readonly store: ReadonlyStore<StudyState>;
  open(studyId: string, scanId: string | null): Promise<Result<void>>;
  close(): Promise<void>;
  /** Reads patient, scans and findings again (after a hint or a reconnect). */
  refresh(): Promise<Result<void>>;
  selectScan(scanId: string): Promise<Result<void>>;
  selectFinding(findingId: string | null): void;
  /** A new finding of this one mark; its id exists on the server once `save` is 'saved'. */
  addFinding(mark: Mark): Result<Finding>;
  updateMark(findingId: string, mark: Mark): Result<Finding>;
  /** Soft delete; undo brings it back. */
  deleteFinding(findingId: string): Result<void>;
  undo(): Result<void>;
  redo(): Result<void>;
  setNipple(position: PlanePosition): Promise<Result<Scan>>;
  confirmOrientation(): Promise<Result<Scan>>;
  /** Tries again to save what failed, and waits until nothing is pending. */
  flush(): Promise<Result<void>>;
}
