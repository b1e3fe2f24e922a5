import type { CallProblem } from '#api-client';
import type { AiDecision, Finding, GroupFindings, Mark, Patient, Scan, Study } from '#contracts';
import type { GroupProblem } from '#findings';
import type { Disposable, Problem, Result } from '#foundation';
import type { PlanePosition, SkinSurface, VolumeGeometry } from '#geometry';
import type { ReadonlyStore } from '../../services/store.ts';
import type { FindingConflict } from './finding-conflicts.ts';
import type { SaveState } from './save-queue.ts';
import type { FindingFieldChanges } from './study-edits.ts';

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
  /** Findings by id of each shown scan: the target and the watched scans. */
  readonly findingsByScan: Readonly<Record<string, readonly Finding[]>>;
  /** Findings of the shown scans that this reader has removed from their own list. */
  readonly hiddenFindingIds: ReadonlySet<string>;
  /** Scans whose nipple was set on this page. */
  readonly nipplesSetInSession: readonly string[];
  readonly selectedFindingId: string | null;
  readonly save: SaveState;
  /**
   * Reasons why the server rejected the edits of findings of the shown scans, by finding; the edits
   * stay until changed or discarded.
   */
  readonly rejections: Readonly<Record<string, CallProblem>>;
  /** The latest unresolved conflict. */
  readonly conflict: FindingConflict | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Reason why findings were not grouped. */
export interface GroupRejection extends GroupProblem {
  /** Invalid fields of the request according to the server. */
  readonly invalid: Pick<CallProblem, 'fields' | 'omittedErrors'>;
}

/**
 * Shared document of the open study for list, planes, panel and report. Edits appear at once, are
 * saved automatically in order and can be undone.
 */
export interface StudyDocument extends Disposable {
  readonly store: ReadonlyStore<StudyState>;
  open(studyId: string, scanId: string | null): Promise<Result<void>>;
  close(): Promise<void>;
  /** Reads patient, scans and findings again, after a change event or a reconnect. */
  refresh(): Promise<Result<void>>;
  /** Returns whether the findings of a shown scan have been read at least once. */
  hasReadFindings(scanId: string): boolean;
  /** Reads the findings of a shown scan again; keeps unsaved edits. */
  readFindings(scanId: string): Promise<Result<void>>;
  selectScan(scanId: string): Promise<Result<void>>;
  selectFinding(findingId: string | null): void;
  /** Reads the findings of a scan shown beside the target and keeps them up to date. */
  watchScan(scanId: string): Disposable;
  /**
   * Sets the position of the scan's volume in the patient, from which clock, distance and depth of
   * unsaved marks are estimated.
   */
  setVolumeGeometry(scanId: string, geometry: VolumeGeometry): void;
  volumeGeometry(scanId: string): VolumeGeometry | null;
  /**
   * Sets the skin surface, the reference of depth; without a skin (null), depth is measured from
   * the transducer face.
   */
  setSkin(scanId: string, skin: SkinSurface | null): void;
  /**
   * Adds a finding with one mark; its id exists on the server once `save` is 'saved'. With
   * automatic grouping, a length joins the finding of a length that it crosses. The finding belongs
   * to the target scan, or to `scanId`, a scan of the study that was shown before. `alone` keeps
   * the mark out of every other finding.
   */
  addFinding(mark: Mark, scanId?: string, alone?: boolean): Result<Finding>;
  addMark(findingId: string, mark: Mark): Result<Finding>;
  updateMark(findingId: string, mark: Mark): Result<Finding>;
  /** Deletes a mark; deleting the last mark deletes the finding. */
  deleteMark(findingId: string, markId: string): Result<void>;
  /** Moves a mark out of its finding into a new finding, which is selected; one step of undo. */
  separateMark(findingId: string, markId: string): Result<Finding>;
  setRepresentative(findingId: string, markId: string): Result<Finding>;
  setNote(findingId: string, note: string | null): Result<Finding>;
  setLabels(findingId: string, labels: Finding['annotationLabels']): Result<Finding>;
  /** Changes fields of a finding; a size of null is measured from the marks. */
  setFindingFields(findingId: string, changes: FindingFieldChanges): Result<Finding>;
  /** Hides the finding in this reader's list only. */
  setHidden(findingId: string, hidden: boolean): Result<void>;
  /**
   * Merges findings into the target; fails with the differing fields that `resolved` must contain,
   * and with the invalid fields of the request.
   */
  group(
    sourceIds: readonly string[],
    targetId: string,
    resolved?: GroupFindings['resolved'],
  ): Promise<Result<Finding, GroupRejection>>;
  /** Splits a finding into one per mark. */
  ungroup(findingId: string): Promise<Result<readonly Finding[]>>;
  /**
   * Copies an AI finding to a linked finding of the user, and selects the copy. Accepts a proposal
   * of an AI run.
   */
  copyAiFinding(findingId: string): Promise<Result<Finding>>;
  /**
   * Accepts, rejects with a reason, or reopens (null) a proposal of an AI run; saves pending edits
   * first. Accepting creates a linked copy of the user, which reopening deletes unless it was edited.
   */
  decideAiFinding(
    findingId: string,
    decision: AiDecision | null,
    reason?: string | null,
  ): Promise<Result<Finding>>;
  /** Returns the newest copy of an AI finding in its scan; null without one. */
  copyOfAiFinding(findingId: string): Promise<Result<Finding | null>>;
  /** Saves a thumbnail with the finding; not an undoable edit. */
  setThumbnail(findingId: string, base64: string): void;
  /** Soft-deletes a finding; undo restores the finding. */
  deleteFinding(findingId: string): Result<void>;
  /** Undoes the latest edit in the shown scans; returns the id of its scan. */
  undo(): Result<string>;
  /** Redoes the latest undone edit in the shown scans; returns the id of its scan. */
  redo(): Result<string>;
  /**
   * Returns a function that undoes the edit that is the latest now; the function fails after a
   * later edit in the same scan.
   */
  captureUndo(): () => Result<string>;
  /**
   * Resolves the conflict: saves the local version over the server's, or drops the local version.
   */
  resolveConflict(choice: 'mine' | 'theirs'): Result<void>;
  /**
   * Sets the nipple; undoable. Replaces `rad` of the position by the nipple's own clock angle about
   * the rotation axis.
   */
  setNipple(position: PlanePosition, thumbnailBase64?: string | null): Promise<Result<Scan>>;
  confirmOrientation(): Promise<Result<Scan>>;
  /** Drops rejected edits and restores the server's version. */
  discardRejected(): void;
  /** Retries failed saves soon, after reconnecting. */
  retrySaves(): void;
  /** Retries failed saves now and waits until nothing is pending. */
  flush(): Promise<Result<void>>;
}
