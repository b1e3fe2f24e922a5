import type { Finding, Mark, Patient, Scan, Study } from '#contracts';
import type { Disposable, Problem, Result } from '#foundation';
import type { PlanePosition, VolumeGeometry } from '#geometry';
import type { ReadonlyStore } from '../services/store.ts';

export type SaveState =
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Someone else changed a finding that was being edited here. The other version is shown. */
export interface FindingConflict {
  readonly problem: Problem;
  /** What was edited here; null when it was deleted here. */
  readonly mine: Finding | null;
  /** What stands on the server; null when it was deleted there. */
  readonly theirs: Finding | null;
}

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
  /** The latest conflict that nobody has answered. */
  readonly conflict: FindingConflict | null;
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
  /**
   * Where the scan's volume lies in the patient, from whoever has read it. Clock, distance and
   * depth of findings can only be told once it is known.
   */
  setVolumeGeometry(scanId: string, geometry: VolumeGeometry): void;
  volumeGeometry(scanId: string): VolumeGeometry | null;
  /** A new finding of this one mark; its id exists on the server once `save` is 'saved'. */
  addFinding(mark: Mark): Result<Finding>;
  updateMark(findingId: string, mark: Mark): Result<Finding>;
  /** Soft delete; undo brings it back. */
  deleteFinding(findingId: string): Result<void>;
  undo(): Result<void>;
  redo(): Result<void>;
  /** Answers the conflict: mine is saved over theirs, or dropped. */
  resolveConflict(keep: 'mine' | 'theirs'): Result<void>;
  /** `rad` of the position is replaced by the nipple's own clock angle about the rotation axis. */
  setNipple(position: PlanePosition): Promise<Result<Scan>>;
  confirmOrientation(): Promise<Result<Scan>>;
  /** Tries again to save what failed, and waits until nothing is pending. */
  flush(): Promise<Result<void>>;
}
