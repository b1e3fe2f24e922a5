import { useEffect, useMemo } from 'react';
import type { ScanFile } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import type { Problem } from '#foundation';
import { type ImageFrame, positionToMm } from '#geometry';
import { useStore } from '#ui';
import { type AngleGap, missingFrames, nearestFrame } from '../../model/raw/raw-angles.ts';
import { frameDegThrough, rawGeometryOf, rawImageFrame } from '../../model/raw/raw-geometry.ts';
import { rawToken, SWEEPS, type Sweep } from '../../state/views/raw-state.ts';
import { useVolumeFacts, type VolumeFacts } from '../shared/use-volume-facts.ts';
import { useWatchedFindings } from '../shared/use-watched-findings.ts';
import { type ShownFrame, useFramePicture, useRawFrames } from './use-raw-frames.ts';

export interface RawSweepView {
  readonly facts: VolumeFacts;
  readonly frames: readonly ScanFile[];
  readonly loaded: boolean;
  readonly problem: Problem | null;
  /** The clock angle that is wanted; the frame nearest to it is `at`. */
  readonly deg: number;
  readonly at: number;
  readonly gaps: readonly AngleGap[];
  readonly shown: ShownFrame | null;
  /** Where the shown frame lies in the patient; null where its header does not say. */
  readonly frame: ImageFrame | null;
  /** Why it has no place, in words; null where it has one or is still on its way. */
  readonly noPlace: Problem | 'no-geometry' | null;
  goTo(deg: number): void;
  /** Steps from frame to frame, around the circle. */
  step(by: number): void;
}

/** One sweep of a scan, looked at by clock angle. Both sweeps of a scan turn together. */
export function useRawSweep(
  context: ExtensionContext,
  given: VolumeFacts['scan'],
  cellId: string,
  sweep: Sweep,
): RawSweepView {
  const raw = context.use(rawToken);
  const scanId = given.id;
  const facts = useVolumeFacts(context, given);
  useWatchedFindings(context, given);
  const all = useRawFrames(context, scanId);
  const frames = useMemo(
    () => all.frames.filter(({ header }) => header?.sweep === sweep),
    [all.frames, sweep],
  );
  const degs = useMemo(() => frames.map(({ header }) => header?.clockDeg), [frames]);
  const gaps = useMemo(() => missingFrames(degs), [degs]);
  const deg = useStore(raw.store, ({ angles }) => angles[scanId]?.[sweep] ?? 0);
  const at = nearestFrame(degs, deg)?.at ?? 0;
  const picture = useFramePicture(context, frames, at, SWEEPS.length);
  const place = usePlace(facts, picture.shown);
  useEffect(() => {
    const view = raw.addView(cellId, scanId);
    return () => view.dispose();
  }, [raw, cellId, scanId]);
  useFollowPlanes(context, scanId, facts, sweep);
  const { frame, clockDeg, planeOffsetMm } = place;
  useEffect(() => {
    raw.setShown(
      cellId,
      frame === null || clockDeg === null ? null : { scanId, sweep, clockDeg, frame },
    );
    if (planeOffsetMm !== null) raw.setOffset(scanId, sweep, planeOffsetMm);
  }, [raw, cellId, scanId, sweep, frame, clockDeg, planeOffsetMm]);
  const goTo = (wanted: number): void => {
    const turned = ((wanted % 360) + 360) % 360;
    raw.setAngles(scanId, Object.fromEntries(SWEEPS.map((one) => [one, turned])));
  };
  return {
    facts,
    frames,
    deg,
    at,
    gaps,
    frame,
    goTo,
    loaded: all.loaded,
    problem: all.problem ?? picture.problem,
    shown: picture.shown,
    noPlace: place.noPlace,
    step(by) {
      const count = frames.length;
      const next = count === 0 ? undefined : degs[(((at + by) % count) + count) % count];
      if (next !== undefined) goTo(next);
    },
  };
}

interface Place {
  readonly frame: ImageFrame | null;
  readonly clockDeg: number | null;
  readonly planeOffsetMm: number | null;
  readonly noPlace: RawSweepView['noPlace'];
}

const NOWHERE: Place = { frame: null, clockDeg: null, planeOffsetMm: null, noPlace: null };

/** Where the shown frame lies, from its own header. */
function usePlace({ scan, volume }: VolumeFacts, shown: ShownFrame | null): Place {
  const side = scan.laterality.id;
  const angles = scan.deviceAngle;
  return useMemo(() => {
    if (shown === null) return NOWHERE;
    const { keyValues, width, height } = shown.frame;
    const read = rawGeometryOf(keyValues, width, height, { side, deviceAngle: angles });
    if (!read.ok) return { ...NOWHERE, noPlace: read.problem };
    if (read.value === null) return { ...NOWHERE, noPlace: 'no-geometry' };
    if (volume === null) return NOWHERE;
    const { clockDeg, planeOffsetMm } = read.value;
    return { frame: rawImageFrame(read.value, volume), clockDeg, planeOffsetMm, noPlace: null };
  }, [shown, volume, side, angles]);
}

/** The planes went through another place in the coronal plane: so do the frames. */
function useFollowPlanes(
  context: ExtensionContext,
  scanId: string,
  { volume, position }: VolumeFacts,
  sweep: Sweep,
): void {
  const raw = context.use(rawToken);
  const placed = volume !== null && position !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the planes are first placed
  useEffect(() => {
    if (volume === null) return;
    const follow = (sag: number, tra: number): void => {
      const place = positionToMm(volume, { sag, tra, depth: 0, rad: 0 });
      const offset = raw.store.getState().offsetsMm[scanId]?.[sweep] ?? 0;
      raw.setAngles(scanId, { [sweep]: frameDegThrough(offset, volume, place) });
    };
    const { store } = context.use(viewStateToken);
    const first = store.getState().positions[scanId];
    const known = raw.store.getState().angles[scanId]?.[sweep];
    if (first !== undefined && known === undefined) follow(first.sag, first.tra);
    return store.subscribe((state, before) => {
      const [now, then] = [state.positions[scanId], before.positions[scanId]];
      if (now === undefined || (now.sag === then?.sag && now.tra === then?.tra)) return;
      follow(now.sag, now.tra);
    });
  }, [context, raw, scanId, sweep, volume, placed]);
}
