import { useEffect, useMemo } from 'react';
import { recordedSideOf, type ScanFile } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import type { Problem } from '#foundation';
import { type ImageFrame, positionToMm } from '#geometry';
import { useStore } from '#ui';
import { type AngleGap, missingFrames, nearestFrame } from '../../model/raw/raw-angles.ts';
import { frameDegThrough, rawGeometryOf, rawImageFrame } from '../../model/raw/raw-geometry.ts';
import { rawToken, SWEEPS, type Sweep } from '../../state/views/raw-state.ts';
import { useVolumeInfo, type VolumeInfo } from '../shared/use-volume-info.ts';
import { useWatchedFindings } from '../shared/use-watched-findings.ts';
import { type ShownFrame, useFrameImage, useRawFrames } from './use-raw-frames.ts';

export interface RawSweepView {
  readonly volumeInfo: VolumeInfo;
  readonly frames: readonly ScanFile[];
  readonly loaded: boolean;
  readonly problem: Problem | null;
  /** Requested clock angle in degrees. */
  readonly deg: number;
  /** Index of the frame nearest to the requested angle. */
  readonly at: number;
  /** Missing frames of the sweep. */
  readonly gaps: readonly AngleGap[];
  /** Frame on the screen; null until the first frame is decoded. */
  readonly shown: ShownFrame | null;
  /** Location of the shown frame in the patient; null if unknown. */
  readonly frame: ImageFrame | null;
  /**
   * Reason why the location is unknown, `no-geometry` if the header has none; null if the location is
   * known or still loading.
   */
  readonly locationProblem: Problem | 'no-geometry' | null;
  /** Turns both sweeps to a clock angle in degrees. */
  goTo(deg: number): void;
  /** Turns both sweeps by a number of frames, wrapping around the circle. */
  step(by: number): void;
}

/** Returns the clock angle of the visible frame in degrees; null if unknown. */
export const shownDeg = ({ frames, shown }: RawSweepView): number | null =>
  shown === null ? null : (frames[shown.at]?.header?.clockDeg ?? null);

/** Returns the state of a view of a sweep; both sweeps of a scan turn together. */
export function useRawSweep(
  context: ExtensionContext,
  hungScan: VolumeInfo['scan'],
  cellId: string,
  sweep: Sweep,
): RawSweepView {
  const raw = context.use(rawToken);
  const scanId = hungScan.id;
  const volumeInfo = useVolumeInfo(context, hungScan);
  useWatchedFindings(context, hungScan);
  const rawFrames = useRawFrames(context, scanId);
  const frames = useMemo(
    () => rawFrames.frames.filter(({ header }) => header?.sweep === sweep),
    [rawFrames.frames, sweep],
  );
  const degs = useMemo(() => frames.map(({ header }) => header?.clockDeg), [frames]);
  const gaps = useMemo(() => missingFrames(degs), [degs]);
  const deg = useStore(raw.store, ({ angles }) => angles[scanId]?.[sweep] ?? 0);
  const at = nearestFrame(degs, deg)?.at ?? 0;
  const frameImage = useFrameImage(context, frames, at, SWEEPS.length);
  const frameLocation = useFrameLocation(volumeInfo, frameImage.shown);
  useEffect(() => {
    const view = raw.addView(cellId, scanId);
    return () => view.dispose();
  }, [raw, cellId, scanId]);
  useSyncWithPlanes(context, scanId, volumeInfo, sweep);
  const { frame, clockDeg, planeOffsetMm } = frameLocation;
  useEffect(() => {
    raw.setShown(
      cellId,
      frame === null || clockDeg === null ? null : { scanId, sweep, clockDeg, frame },
    );
    if (planeOffsetMm !== null) raw.setOffset(scanId, sweep, planeOffsetMm);
  }, [raw, cellId, scanId, sweep, frame, clockDeg, planeOffsetMm]);
  const goTo = (requestedDeg: number): void => {
    const clockDeg = ((requestedDeg % 360) + 360) % 360;
    raw.setAngles(scanId, Object.fromEntries(SWEEPS.map((sweepId) => [sweepId, clockDeg])));
  };
  return {
    volumeInfo,
    frames,
    deg,
    at,
    gaps,
    frame,
    goTo,
    loaded: rawFrames.loaded,
    problem: rawFrames.problem ?? frameImage.problem,
    shown: frameImage.shown,
    locationProblem: frameLocation.locationProblem,
    step(by) {
      // A negative remainder counts from the end of the list.
      const nextDeg = degs.at((at + by) % frames.length);
      if (nextDeg !== undefined) goTo(nextDeg);
    },
  };
}

/** Location of a raw frame; the values are null while unknown. */
interface FrameLocation {
  readonly frame: ImageFrame | null;
  readonly clockDeg: number | null;
  /** Distance of the frame's plane from the rotation axis. */
  readonly planeOffsetMm: number | null;
  readonly locationProblem: RawSweepView['locationProblem'];
}

const NO_FRAME_LOCATION: FrameLocation = {
  frame: null,
  clockDeg: null,
  planeOffsetMm: null,
  locationProblem: null,
};

/** Returns the location of the shown frame, read from the header of that frame. */
function useFrameLocation({ scan, volume }: VolumeInfo, shown: ShownFrame | null): FrameLocation {
  const side = recordedSideOf(scan);
  const { deviceAngle } = scan;
  return useMemo(() => {
    if (shown === null) return NO_FRAME_LOCATION;
    const { keyValues, width, height } = shown.frame;
    const geometry = rawGeometryOf(keyValues, width, height, { side, deviceAngle });
    if (!geometry.ok) return { ...NO_FRAME_LOCATION, locationProblem: geometry.problem };
    if (geometry.value === null) return { ...NO_FRAME_LOCATION, locationProblem: 'no-geometry' };
    if (volume === null) return NO_FRAME_LOCATION;
    const { clockDeg, planeOffsetMm } = geometry.value;
    return {
      frame: rawImageFrame(geometry.value, volume),
      clockDeg,
      planeOffsetMm,
      locationProblem: null,
    };
  }, [shown, volume, side, deviceAngle]);
}

/** Turns the sweep to the plane intersection when the intersection moves in the coronal plane. */
function useSyncWithPlanes(
  context: ExtensionContext,
  scanId: string,
  { volume }: VolumeInfo,
  sweep: Sweep,
): void {
  const raw = context.use(rawToken);
  useEffect(() => {
    if (volume === null) return;
    const syncAngle = (sag: number, tra: number): void => {
      const pointMm = positionToMm(volume, { sag, tra, depth: 0, rad: 0 });
      const offset = raw.store.getState().offsetsMm[scanId]?.[sweep] ?? 0;
      raw.setAngles(scanId, { [sweep]: frameDegThrough(offset, volume, pointMm) });
    };
    const { store } = context.use(viewStateToken);
    const initial = store.getState().positions[scanId];
    const angle = raw.store.getState().angles[scanId]?.[sweep];
    if (initial !== undefined && angle === undefined) syncAngle(initial.sag, initial.tra);
    return store.subscribe((state, previousState) => {
      const position = state.positions[scanId];
      const previous = previousState.positions[scanId];
      if (position === undefined) return;
      if (position.sag === previous?.sag && position.tra === previous?.tra) return;
      syncAngle(position.sag, position.tra);
    });
  }, [context, raw, scanId, sweep, volume]);
}
