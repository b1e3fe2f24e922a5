import type { Finding, GroupFindings, Mark, Patient, Scan, Study } from '#contracts';
import type { GroupProblem } from '#findings';
import type { Disposable, Problem, Result } from '#foundation';
import type { PlanePosition, SkinSurface, VolumeGeometry } from '#geometry';
import type { ReadonlyStore } from '../../services/store.ts';
import type { FindingFieldChanges } from './study-edits.ts';

export type SaveState =
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  /** `refused`: trying again by itself helps nothing; somebody has to act, or to give it up. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly rejected: boolean };

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
  /** The same of every scan that is shown: the target's and those that are watched. */
  readonly findingsByScan: Readonly<Record<string, readonly Finding[]>>;
  /** Scans whose nipple was set on this page. */
  readonly nipplesSetInSession: readonly string[];
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
  /** Reads the findings of one shown scan again; edits that are not saved stay. */
  readFindings(scanId: string): Promise<Result<void>>;
  selectScan(scanId: string): Promise<Result<void>>;
  selectFinding(findingId: string | null): void;
  /** Reads and follows the findings of a scan that is shown beside the target. */
  watchScan(scanId: string): Disposable;
  /**
   * Where the scan's volume lies in the patient, from whoever has read it. Clock, distance and
   * depth of findings can only be told once it is known.
   */
  setVolumeGeometry(scanId: string, geometry: VolumeGeometry): void;
  volumeGeometry(scanId: string): VolumeGeometry | null;
  /** The skin from which depth is told; null: there is none, and the transducer face stands for it. */
  setSkin(scanId: string, skin: SkinSurface | null): void;
  /**
   * A new finding of this one mark; its id exists on the server once `save` is 'saved'. Where
   * lengths are grouped by themselves, one that crosses another joins that one's finding.
   */
  addFinding(mark: Mark): Result<Finding>;
  addMark(findingId: string, mark: Mark): Result<Finding>;
  updateMark(findingId: string, mark: Mark): Result<Finding>;
  /** With its last mark the finding is deleted. */
  deleteMark(findingId: string, markId: string): Result<void>;
  setRepresentative(findingId: string, markId: string): Result<Finding>;
  setNote(findingId: string, note: string | null): Result<Finding>;
  setLabels(findingId: string, labels: Finding['annotationLabels']): Result<Finding>;
  /** What is said of a finding; a size of null is measured again. */
  setFindingFields(findingId: string, changes: FindingFieldChanges): Result<Finding>;
  /** Takes the finding off this reader's list; no other list changes. */
  setHidden(findingId: string, hidden: boolean): Result<void>;
  /** Merges findings into the target; a conflict names the fields that `resolved` must say. */
  group(
    sourceIds: readonly string[],
    targetId: string,
    resolved?: GroupFindings['resolved'],
  ): Promise<Result<Finding, GroupProblem>>;
  /** Splits a finding into one for each of its marks. */
  ungroup(findingId: string): Promise<Result<readonly Finding[]>>;
  /** A finding of the reader's own, made from one of the AI and tied to it. */
  copyAiFinding(findingId: string): Promise<Result<Finding>>;
  /** Keeps a picture with the finding; no act of the reader. */
  setThumbnail(findingId: string, base64: string): void;
  /** Soft delete; undo brings it back. */
  deleteFinding(findingId: string): Result<void>;
  /** Takes back what was done last in the scans that are shown; answers the scan it was done in. */
  undo(): Result<string>;
  redo(): Result<string>;
  /**
   * What takes back the act that was just done, and no other one: refused once something else was
   * done in its scan.
   */
  captureUndo(): () => Result<string>;
  /** Answers the conflict: mine is saved over theirs, or dropped. */
  resolveConflict(choice: 'mine' | 'theirs'): Result<void>;
  /** Undoable. `rad` of the position is replaced by the nipple's own clock angle about the rotation axis. */
  setNipple(position: PlanePosition, thumbnailBase64?: string | null): Promise<Result<Scan>>;
  confirmOrientation(): Promise<Result<Scan>>;
  /** What the server refused to save is dropped, and its word stands. */
  discardRejected(): void;
  /** The server answers again: what it did not answer is sent soon. */
  retrySaves(): void;
  /** Tries again to save what failed, and waits until nothing is pending. */
  flush(): Promise<Result<void>>;
}
