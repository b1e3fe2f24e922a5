import { useEffect, useMemo } from 'react';
import type { ScanFile } from '#contracts';
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
  /** Requested clock angle in degrees; `at` is the index of the nearest frame. */
  readonly deg: number;
  readonly at: number;
  readonly gaps: readonly AngleGap[];
  readonly shown: ShownFrame | null;
  /** Location of the shown frame in the patient; null if unknown. */
  readonly frame: ImageFrame | null;
  /** Reason why the location is unknown; null if known or still loading. */
  readonly locationProblem: Problem | 'no-geometry' | null;
  goTo(deg: number): void;
  /** Steps from frame to frame and wraps around the circle. */
  step(by: number): void;
}

/** Returns the clock angle of the visible frame in degrees; null if unknown. */
export const shownDeg = ({ frames, shown }: RawSweepView): number | null =>
  shown === null ? null : (frames[shown.at]?.header?.clockDeg ?? null);

/** Returns a sweep of a scan by clock angle; both sweeps of a scan turn together. */
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
  const all = useRawFrames(context, scanId);
  const frames = useMemo(
    () => all.frames.filter(({ header }) => header?.sweep === sweep),
    [all.frames, sweep],
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
    const turned = ((requestedDeg % 360) + 360) % 360;
    raw.setAngles(scanId, Object.fromEntries(SWEEPS.map((sweepId) => [sweepId, turned])));
  };
  return {
    volumeInfo,
    frames,
    deg,
    at,
    gaps,
    frame,
    goTo,
    loaded: all.loaded,
    problem: all.problem ?? frameImage.problem,
    shown: frameImage.shown,
    locationProblem: frameLocation.locationProblem,
    step(by) {
      const count = frames.length;
      const next = count === 0 ? undefined : degs[(((at + by) % count) + count) % count];
      if (next !== undefined) goTo(next);
    },
  };
}

interface FrameLocation {
  readonly frame: ImageFrame | null;
  readonly clockDeg: number | null;
  readonly planeOffsetMm: number | null;
  readonly locationProblem: RawSweepView['locationProblem'];
}

const NO_LOCATION: FrameLocation = {
  frame: null,
  clockDeg: null,
  planeOffsetMm: null,
  locationProblem: null,
};

/** Returns the location of the shown frame from its own header. */
function useFrameLocation({ scan, volume }: VolumeInfo, shown: ShownFrame | null): FrameLocation {
  const side = scan.laterality.id;
  const angles = scan.deviceAngle;
  return useMemo(() => {
    if (shown === null) return NO_LOCATION;
    const { keyValues, width, height } = shown.frame;
    const read = rawGeometryOf(keyValues, width, height, { side, deviceAngle: angles });
    if (!read.ok) return { ...NO_LOCATION, locationProblem: read.problem };
    if (read.value === null) return { ...NO_LOCATION, locationProblem: 'no-geometry' };
    if (volume === null) return NO_LOCATION;
    const { clockDeg, planeOffsetMm } = read.value;
    return {
      frame: rawImageFrame(read.value, volume),
      clockDeg,
      planeOffsetMm,
      locationProblem: null,
    };
  }, [shown, volume, side, angles]);
}

/** Turns the sweep to the plane intersection when the intersection moves in the coronal plane. */
function useSyncWithPlanes(
  context: ExtensionContext,
  scanId: string,
  { volume, position }: VolumeInfo,
  sweep: Sweep,
): void {
  const raw = context.use(rawToken);
  const isPositioned = volume !== null && position !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the planes are first placed
  useEffect(() => {
    if (volume === null) return;
    const syncAngle = (sag: number, tra: number): void => {
      const pointMm = positionToMm(volume, { sag, tra, depth: 0, rad: 0 });
      const offset = raw.store.getState().offsetsMm[scanId]?.[sweep] ?? 0;
      raw.setAngles(scanId, { [sweep]: frameDegThrough(offset, volume, pointMm) });
    };
    const { store } = context.use(viewStateToken);
    const first = store.getState().positions[scanId];
    const known = raw.store.getState().angles[scanId]?.[sweep];
    if (first !== undefined && known === undefined) syncAngle(first.sag, first.tra);
    return store.subscribe((state, before) => {
      const [now, then] = [state.positions[scanId], before.positions[scanId]];
      if (now === undefined || (now.sag === then?.sag && now.tra === then?.tra)) return;
      syncAngle(now.sag, now.tra);
    });
  }, [context, raw, scanId, sweep, volume, isPositioned]);
}
