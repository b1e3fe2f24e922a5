import type { Finding, Scan } from '#contracts';
import { type Disposable, toDisposable } from '#foundation';
import type { SkinSurface, VolumeGeometry } from '#geometry';
import type { LocationContext } from '../findings/finding-body.ts';
import { FindingsWorkspace, type WorkspaceOptions } from './findings-workspace.ts';
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

  get watched(): readonly string[] {
    return [...this.#watched.keys()];
  }

  /** Returns the workspace of a scan; creates missing ones. */
  of(scanId: string): FindingsWorkspace {
    const known = this.#all.get(scanId);
    if (known !== undefined) return known;
    const locationContext = (): LocationContext => this.locationContext(scanId);
    const workspace = new FindingsWorkspace(scanId, {
      ...this.#options.workspace(),
      locationContext,
    });
    this.#all.set(scanId, workspace);
    return workspace;
  }

  known(scanId: string | null): FindingsWorkspace | null {
    return scanId === null ? null : (this.#all.get(scanId) ?? null);
  }

  /**
   * Returns the editing context of the shown scan that contains the finding; the target scan if
   * none does.
   */
  editing(findingId: string | null, targetScanId: string): Editing {
    const workspace = this.#workspaceOf(findingId, targetScanId);
    return { workspace, locationContext: this.locationContext(workspace.scanId) };
  }

  /**
   * Returns the shown scan with the latest undoable or redoable step. A step undone before a newer
   * edit is not redoable.
   */
  next(direction: 'undo' | 'redo', targetScanId: string | null): FindingsWorkspace | null {
    const visibleWorkspaces = [targetScanId, ...this.watched].flatMap((id) => this.known(id) ?? []);
    const pushedAt = Math.max(0, ...visibleWorkspaces.map(({ history }) => history.pushedAt));
    const orderOf = ({ history }: FindingsWorkspace): number =>
      direction === 'undo' ? history.lastDone : history.lastUndone;
    const [latest] = visibleWorkspaces.toSorted((a, b) => orderOf(b) - orderOf(a));
    if (latest === undefined || orderOf(latest) === 0) return null;
    return direction === 'redo' && orderOf(latest) < pushedAt ? null : latest;
  }

  /** Combined save state of all scans, including those beside the target. */
  get save(): SaveState {
    const states = this.all.map(({ queue }) => queue.state);
    const unsaved =
      states.find(({ kind }) => kind === 'failed') ?? states.find(({ kind }) => kind === 'saving');
    if (unsaved !== undefined) return unsaved;
    const times = states.flatMap((state) => (state.kind === 'saved' ? (state.atMs ?? []) : []));
    return { kind: 'saved', atMs: times.length === 0 ? null : Math.max(...times) };
  }

  #workspaceOf(findingId: string | null, targetScanId: string): FindingsWorkspace {
    const containsFinding = (scanId: string): boolean =>
      findingId !== null && this.known(scanId)?.find(findingId) != null;
    return this.of([targetScanId, ...this.watched].find(containsFinding) ?? targetScanId);
  }

  /** @returns a handle of one view; the scan stays watched until all handles are disposed. */
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

  locationContext(scanId: string): LocationContext {
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
    const visibleScanIds = new Set([
      ...(targetScanId === null ? [] : [targetScanId]),
      ...this.watched,
    ]);
    const entries = [...visibleScanIds].flatMap((scanId) => {
      const findings = this.known(scanId)?.findings;
      return findings === undefined ? [] : [[scanId, sameList(before[scanId], findings)] as const];
    });
    const same = entries.every(([scanId, findings]) => before[scanId] === findings);
    if (same && entries.length === Object.keys(before).length) return before;
    return Object.fromEntries(entries);
  }

  dispose(): void {
    for (const workspace of this.#all.values()) workspace.dispose();
  }
}

function sameList(before: readonly Finding[] | undefined, now: readonly Finding[]) {
  if (before === undefined || before === now || before.length !== now.length) return now;
  return now.every((finding, at) => finding === before[at]) ? before : now;
}
