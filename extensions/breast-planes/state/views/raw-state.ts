import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore } from '#core';
import { type Disposable, toDisposable, token } from '#foundation';
import type { ImageFrame } from '#geometry';
import type { CameraPreset } from '../../model/space/space-camera.ts';

export type Sweep = 'CEN' | 'PER';
export const SWEEPS: readonly Sweep[] = ['CEN', 'PER'];

/** A raw frame on the screen. */
export interface ShownRawFrame {
  readonly scanId: string;
  readonly sweep: Sweep;
  readonly clockDeg: number;
  /** Where it lies in the patient. */
  readonly frame: ImageFrame;
}

export interface RawValues {
  /** By scan, the clock angle at which each sweep is looked at. */
  readonly angles: Readonly<Record<string, Readonly<Partial<Record<Sweep, number>>>>>;
  /** By scan, how far the frames' plane lies off the axis, as their headers say; absent: not read yet. */
  readonly offsetsMm: Readonly<Record<string, Readonly<Partial<Record<Sweep, number>>>>>;
  /** By cell. */
  readonly shown: Readonly<Record<string, ShownRawFrame>>;
  /** Cells with a view of raw frames, placed or not, with their scan. */
  readonly views: Readonly<Record<string, string>>;
  /** Cells with an antiradial plane, with their scan. */
  readonly antiradials: Readonly<Record<string, string>>;
  /** The last standpoint that a command asked for; `nth` counts them. */
  readonly cameraPreset: { readonly at: CameraPreset; readonly nth: number } | null;
}

/** What the raw views, the views in space and the planes know of each other. */
export interface RawState {
  readonly store: ReadonlyStore<RawValues>;
  setAngles(scanId: string, angles: Partial<Record<Sweep, number>>): void;
  setOffset(scanId: string, sweep: Sweep, planeOffsetMm: number): void;
  /** A view of a scan's raw frames came on the screen; dispose when it leaves. */
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
