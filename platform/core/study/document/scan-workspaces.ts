import type { CallProblem } from '#api-client';
import type { Finding, Scan } from '#contracts';
import type { LocationContext } from '#findings';
import { type Disposable, toDisposable } from '#foundation';
import type { SkinSurface, VolumeGeometry } from '#geometry';
import { FindingsWorkspace, type WorkspaceOptions } from './findings-workspace.ts';
import { sameIds } from './hidden-findings.ts';
import type { SaveState } from './save-queue.ts';
import type { Editing } from './study-edits.ts';

type FindingsByScan = Readonly<Record<string, readonly Finding[]>>;

export interface ScanWorkspacesOptions {
  readonly workspace: () => Omit<WorkspaceOptions, 'locationContext'>;
  readonly scan: (scanId: string) => Scan | undefined;
}

/** Findings workspaces of the study's scans, created on first use. */
export class ScanWorkspaces implements Disposable {
  readonly #options: ScanWorkspacesOptions;
  readonly #all = new Map<string, FindingsWorkspace>();
  readonly #geometries = new Map<string, VolumeGeometry>();
  readonly #skins = new Map<string, SkinSurface | null>();
  /** Number of views per scan shown beside the target. */
  readonly #watched = new Map<string, number>();

  constructor(options: ScanWorkspacesOptions) {
    this.#options = options;
  }

  get all(): readonly FindingsWorkspace[] {
    return [...this.#all.values()];
  }

  /** Ids of the scans shown beside the target. */
  get watched(): readonly string[] {
    return [...this.#watched.keys()];
  }

  /** Returns the workspace of a scan; creates a missing workspace. */
  getOrCreate(scanId: string): FindingsWorkspace {
    const known = this.#all.get(scanId);
    if (known !== undefined) return known;
    const locationContext = (): LocationContext => this.#locationContext(scanId);
    const workspace = new FindingsWorkspace(scanId, {
      ...this.#options.workspace(),
      locationContext,
    });
    this.#all.set(scanId, workspace);
    return workspace;
  }

  /** Returns the workspace of a scan; null if none exists, or for null. */
  find(scanId: string | null): FindingsWorkspace | null {
    return scanId === null ? null : (this.#all.get(scanId) ?? null);
  }

  /**
   * Returns the editing context of the shown scan that contains the finding; that of the target
   * scan if no shown scan contains the finding.
   */
  editing(findingId: string | null, targetScanId: string): Editing {
    const workspace = this.#workspaceOf(findingId, targetScanId);
    return { workspace, volume: this.geometry(workspace.scanId) };
  }

  /** Returns the editing context of a scan that was shown; null for any other scan. */
  editingOf(scanId: string): Editing | null {
    const workspace = this.find(scanId);
    return workspace === null ? null : { workspace, volume: this.geometry(scanId) };
  }

  /**
   * Returns the workspace of the shown scan with the latest undoable or redoable step; null if
   * there is none. A step undone before a newer edit is not redoable.
   */
  next(direction: 'undo' | 'redo', targetScanId: string | null): FindingsWorkspace | null {
    const visibleWorkspaces = [targetScanId, ...this.watched].flatMap((id) => this.find(id) ?? []);
    const lastPushedOrder = Math.max(
      0,
      ...visibleWorkspaces.map(({ history }) => history.lastPushedOrder),
    );
    const orderOf = ({ history }: FindingsWorkspace): number =>
      direction === 'undo' ? history.lastDoneOrder : history.lastUndoneOrder;
    const [latest] = visibleWorkspaces.toSorted((a, b) => orderOf(b) - orderOf(a));
    if (latest === undefined || orderOf(latest) === 0) return null;
    return direction === 'redo' && orderOf(latest) < lastPushedOrder ? null : latest;
  }

  /** Combined save state of all scans, including those beside the target. */
  get save(): SaveState {
    const states = this.all.flatMap(({ queues }) => queues.map(({ state }) => state));
    const unsaved =
      states.find(({ kind }) => kind === 'failed') ?? states.find(({ kind }) => kind === 'saving');
    if (unsaved !== undefined) return unsaved;
    const times = states.flatMap((state) => (state.kind === 'saved' ? (state.atMs ?? []) : []));
    return { kind: 'saved', atMs: times.length === 0 ? null : Math.max(...times) };
  }

  #workspaceOf(findingId: string | null, targetScanId: string): FindingsWorkspace {
    const containsFinding = (scanId: string): boolean =>
      findingId !== null && this.find(scanId)?.find(findingId) != null;
    return this.getOrCreate([targetScanId, ...this.watched].find(containsFinding) ?? targetScanId);
  }

  /** Watches a scan for one view; the scan stays watched until all results are disposed. */
  watch(scanId: string, onRelease: () => void): Disposable {
    this.#watched.set(scanId, (this.#watched.get(scanId) ?? 0) + 1);
    return toDisposable(() => {
      const remaining = (this.#watched.get(scanId) ?? 1) - 1;
      if (remaining > 0) this.#watched.set(scanId, remaining);
      else this.#watched.delete(scanId);
      onRelease();
    });
  }

  setGeometry(scanId: string, geometry: VolumeGeometry): void {
    this.#geometries.set(scanId, geometry);
  }

  setSkin(scanId: string, skin: SkinSurface | null): void {
    this.#skins.set(scanId, skin);
  }

  geometry(scanId: string): VolumeGeometry | null {
    return this.#geometries.get(scanId) ?? null;
  }

  #locationContext(scanId: string): LocationContext {
    const scan = this.#options.scan(scanId);
    return {
      side: scan?.laterality.id ?? 'L',
      nipple: scan?.nippleLocation ?? null,
      // Without the scan the side is unknown, so no location can be computed.
      geometry: scan === undefined ? null : this.geometry(scanId),
      skin: this.#skins.get(scanId) ?? null,
    };
  }

  /** Returns the findings of the shown scans; unchanged lists keep their identity. */
  findings(targetScanId: string | null, before: FindingsByScan): FindingsByScan {
    const entries = [...this.#shownScanIds(targetScanId)].flatMap((scanId) => {
      const findings = this.find(scanId)?.findings;
      return findings === undefined ? [] : [[scanId, sameList(before[scanId], findings)] as const];
    });
    const same = entries.every(([scanId, findings]) => before[scanId] === findings);
    if (same && entries.length === Object.keys(before).length) return before;
    return Object.fromEntries(entries);
  }

  /** Returns the hidden findings of the shown scans; an unchanged set keeps its identity. */
  hiddenIds(targetScanId: string | null, before: ReadonlySet<string>): ReadonlySet<string> {
    const ids = new Set(
      [...this.#shownScanIds(targetScanId)].flatMap((scanId) => [
        ...(this.find(scanId)?.hidden.ids ?? []),
      ]),
    );
    return sameIds(ids, before) ? before : ids;
  }

  /** Returns the rejections of the shown scans by finding; unchanged ones keep their identity. */
  rejections(
    targetScanId: string | null,
    before: Readonly<Record<string, CallProblem>>,
  ): Readonly<Record<string, CallProblem>> {
    const entries = [...this.#shownScanIds(targetScanId)].flatMap((scanId) => [
      ...(this.find(scanId)?.queue.rejections ?? []),
    ]);
    const same = entries.every(([id, problem]) => before[id] === problem);
    return same && entries.length === Object.keys(before).length
      ? before
      : Object.fromEntries(entries);
  }

  #shownScanIds(targetScanId: string | null): ReadonlySet<string> {
    return new Set([...(targetScanId === null ? [] : [targetScanId]), ...this.watched]);
  }

  dispose(): void {
    for (const workspace of this.#all.values()) workspace.dispose();
  }
}

/** Returns `before` if both lists contain the same objects, else `after`. */
function sameList(before: readonly Finding[] | undefined, after: readonly Finding[]) {
  if (before === undefined || before === after || before.length !== after.length) return after;
  return after.every((finding, index) => finding === before[index]) ? before : after;
}
