import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore } from '#core';
import { type Disposable, toDisposable, token } from '#foundation';
import type { ImageFrame } from '#geometry';
import type { CameraPreset } from '../../model/space/space-camera.ts';

export type Sweep = 'CEN' | 'PER';
export const SWEEPS: readonly Sweep[] = ['CEN', 'PER'];

/** A visible raw frame. */
export interface ShownRawFrame {
  readonly scanId: string;
  readonly sweep: Sweep;
  readonly clockDeg: number;
  /** Frame in patient coordinates. */
  readonly frame: ImageFrame;
}

export interface RawValues {
  /** Clock angle of each sweep's view, by scan. */
  readonly angles: Readonly<Record<string, Readonly<Partial<Record<Sweep, number>>>>>;
  /**
   * Offset of the frames' plane from the axis by scan, as read from the headers; absent until read.
   */
  readonly offsetsMm: Readonly<Record<string, Readonly<Partial<Record<Sweep, number>>>>>;
  /** By cell. */
  readonly shown: Readonly<Record<string, ShownRawFrame>>;
  /** Scan by cell of each raw view, also while its frame is not shown yet. */
  readonly views: Readonly<Record<string, string>>;
  /** Scan by cell of each antiradial view. */
  readonly antiradials: Readonly<Record<string, string>>;
  /** Last requested camera preset; `nth` counts requests. */
  readonly cameraPreset: { readonly at: CameraPreset; readonly nth: number } | null;
}

/** State shared by raw views, 3D views and planes. */
export interface RawState {
  readonly store: ReadonlyStore<RawValues>;
  setAngles(scanId: string, angles: Partial<Record<Sweep, number>>): void;
  setOffset(scanId: string, sweep: Sweep, planeOffsetMm: number): void;
  /** Registers a visible raw view of a scan; dispose on removal. */
  addView(cellId: string, scanId: string): Disposable;
  addAntiradial(cellId: string, scanId: string): Disposable;
  setShown(cellId: string, shown: ShownRawFrame | null): void;
  setCameraPreset(at: CameraPreset): void;
}

export const rawToken = token<RawState>('breast-planes.raw');

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

export function createRawState(): RawState {
  const store = createStore<RawValues>()(() => ({
    angles: {},
    offsetsMm: {},
    shown: {},
    views: {},
    antiradials: {},
    cameraPreset: null,
  }));
  const { getState, setState } = store;
  return {
    store,
    setAngles(scanId, change) {
      const { angles } = getState();
      setState({ angles: { ...angles, [scanId]: { ...angles[scanId], ...change } } });
    },
    setOffset(scanId, sweep, planeOffsetMm) {
      const { offsetsMm } = getState();
      if (offsetsMm[scanId]?.[sweep] === planeOffsetMm) return;
      setState({
        offsetsMm: { ...offsetsMm, [scanId]: { ...offsetsMm[scanId], [sweep]: planeOffsetMm } },
      });
    },
    addView(cellId, scanId) {
      setState({ views: { ...getState().views, [cellId]: scanId } });
      return toDisposable(() => {
        const { views, shown } = getState();
        setState({ views: without(views, cellId), shown: without(shown, cellId) });
      });
    },
    addAntiradial(cellId, scanId) {
      setState({ antiradials: { ...getState().antiradials, [cellId]: scanId } });
      return toDisposable(() => setState({ antiradials: without(getState().antiradials, cellId) }));
    },
    setShown(cellId, frame) {
      const { shown } = getState();
      setState({
        shown: frame === null ? without(shown, cellId) : { ...shown, [cellId]: frame },
      });
    },
    setCameraPreset(at) {
      setState({ cameraPreset: { at, nth: (getState().cameraPreset?.nth ?? 0) + 1 } });
    },
  };
}
