import type { Finding, Scan } from '#contracts';
import { type Disposable, toDisposable } from '#foundation';
import type { SkinSurface, VolumeGeometry } from '#geometry';
import type { LocationContext } from '../findings/finding-body.ts';
import { FindingsWorkspace, type WorkspaceOptions } from './findings-workspace.ts';
import type { SaveState } from './study-document.ts';
import type { Editing } from './study-edits.ts';

type FindingsByScan = Readonly<Record<string, readonly Finding[]>>;

export interface ScanWorkspacesOptions {
  readonly workspace: () => Omit<WorkspaceOptions, 'locationContext'>;
  readonly scan: (scanId: string) => Scan | undefined;
}

/** One workspace of findings for each scan of the study that was shown. */
export class ScanWorkspaces implements Disposable {
  readonly #options: ScanWorkspacesOptions;
  readonly #all = new Map<string, FindingsWorkspace>();
  readonly #geometries = new Map<string, VolumeGeometry>();
  readonly #skins = new Map<string, SkinSurface | null>();
  /** Scans that are shown beside the target, with how many views show them. */
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

  /** The workspace of a scan, made when it is first asked for. */
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

  /** The shown scan that holds a finding, the target where none does, to be edited. */
  editing(findingId: string | null, targetScanId: string): Editing {
    const workspace = this.#workspaceOf(findingId, targetScanId);
    return { workspace, locationContext: this.locationContext(workspace.scanId) };
  }

  /**
   * The shown scan whose act undo or redo is about: the one that was done or taken back last,
   * whichever breast it was. What was undone is not done again after something new.
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

  /** How the saving of every scan goes, of those beside the target, too. */
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

  /** @returns the view's share of the watch; the scan is watched until all have let go. */
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
      // Without the scan its side is unknown, and a place must not be told.
      geometry: scan === undefined ? null : this.geometry(scanId),
      skin: this.#skins.get(scanId) ?? null,
    };
  }

  /** Findings of the scans that are shown; what has not changed stays the same object. */
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
