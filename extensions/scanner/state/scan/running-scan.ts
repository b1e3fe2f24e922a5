import { createStore } from 'zustand/vanilla';
import { type DeviceStatus, routes, type Scan } from '#contracts';
import type { ApiClient, ReadonlyStore, Session } from '#core';
import { type Disposable, disposeAll, toDisposable } from '#foundation';
import { clockAnglesOf } from '../../model/index.ts';
import type { ScannerClient } from '../scanner/scanner-client.ts';
import { storedAngle } from './stored-angle.ts';

/** The scan on which the scanner works, recorded or paused. */
export interface RunningScan {
  readonly scan: Scan;
  /** Stored frames of the current attempt in per cent; null if not known. */
  readonly percent: number | null;
  readonly isPaused: boolean;
}

/** Returns the id of the scan on which a scanner works; null if none. */
export function runningScanId(status: DeviceStatus | null): string | null {
  if (status === null) return null;
  return status.state === 'scanning' || status.state === 'paused' ? status.scanId : null;
}

/** The scan that the user operates with the workstation's scanner, on any page. */
export interface OwnRunningScan {
  /** Null without a running scan, and for the scan of another user. */
  readonly store: ReadonlyStore<{ readonly running: RunningScan | null }>;
  /** Follows the scanner while at least one watcher exists. */
  watch(): Disposable;
}

interface OwnRunningScanOptions {
  readonly api: ApiClient;
  readonly session: Session;
  readonly scanner: ScannerClient;
}

export function createOwnRunningScan(options: OwnRunningScanOptions): OwnRunningScan {
  return new ScanOfStatus(options);
}

const NONE = { running: null };

/** Reads the scan of the scanner's status once for all parts of a page. */
class ScanOfStatus implements OwnRunningScan {
  readonly store = createStore<{ readonly running: RunningScan | null }>(() => NONE);
  readonly #options: OwnRunningScanOptions;
  #watchers = 0;
  #subscriptions: readonly Disposable[] = [];
  /** The scan of the last status, with its state; empty without one. */
  #shown = '';
  /** Counts reads, because only the response to the last one counts. */
  #reads = 0;
  #hasFailed = false;

  constructor(options: OwnRunningScanOptions) {
    this.#options = options;
  }

  watch(): Disposable {
    this.#watchers += 1;
    if (this.#watchers === 1) this.#start();
    return toDisposable(() => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#end();
    });
  }

  #start(): void {
    const { scanner } = this.#options;
    this.#subscriptions = [
      scanner.watch(),
      toDisposable(scanner.store.subscribe(() => this.#update())),
      // Repeats a failed read with the next status, because the scan would stay unnoticed.
      scanner.onStatus(() => {
        if (this.#hasFailed) void this.#read();
      }),
      scanner.onTick((tick) => {
        const { running } = this.store.getState();
        if (running?.scan.id === tick.scanId) {
          this.#setPercent(running, tick.framesStored, tick.framesTotal);
        }
      }),
    ];
    this.#update();
  }

  #end(): void {
    disposeAll(this.#subscriptions);
    this.#subscriptions = [];
    this.#forget();
  }

  #forget(): void {
    this.#shown = '';
    this.#reads += 1;
    this.#hasFailed = false;
    this.store.setState(NONE);
  }

  /** Compares the status with the shown scan. */
  #update(): void {
    const { session, scanner } = this.#options;
    const { status } = scanner.store.getState();
    const scanId = session.mayCall(routes.leaseDevice) ? runningScanId(status) : null;
    if (scanId === null) {
      if (this.#shown !== '') this.#forget();
      return;
    }
    // Reads again after each pause, because a colleague may have resumed the scan.
    const next = `${scanId} ${status?.state}`;
    if (next === this.#shown) return;
    this.#shown = next;
    const { running } = this.store.getState();
    const isPaused = this.#isPaused();
    this.store.setState({ running: running?.scan.id === scanId ? { ...running, isPaused } : null });
    void this.#read();
  }

  #isPaused(): boolean {
    return this.#options.scanner.store.getState().status?.state === 'paused';
  }

  async #read(): Promise<void> {
    const { api, session, scanner } = this.#options;
    const id = runningScanId(scanner.store.getState().status);
    if (id === null) return;
    this.#reads += 1;
    const read = this.#reads;
    this.#hasFailed = false;
    const [scan, files] = await Promise.all([
      api.call(routes.getScan, { params: { id } }),
      api.call(routes.listScanFiles, {
        params: { scanId: id },
        query: { fileCategory: 'SCAN_IMAGE' },
      }),
    ]);
    if (read !== this.#reads) return;
    this.#hasFailed = !scan.ok;
    if (!scan.ok) return;
    const { operatedBy, createdBy, epoch, protocol } = scan.value;
    if ((operatedBy ?? createdBy) !== session.store.getState().user?.id) {
      this.store.setState(NONE);
      return;
    }
    const percent = this.store.getState().running?.percent ?? null;
    const running = { scan: scan.value, percent, isPaused: this.#isPaused() };
    this.store.setState({ running });
    if (!files.ok) return;
    const stored = files.value.items.flatMap(storedAngle).filter((frame) => frame.epoch === epoch);
    this.#setPercent(running, stored.length, 2 * clockAnglesOf(protocol).length);
  }

  #setPercent(running: RunningScan, stored: number, total: number): void {
    const percent = Math.floor((stored / total) * 100);
    if (percent !== running.percent) this.store.setState({ running: { ...running, percent } });
  }
}
