import type { CommandDefinition } from '#core';
import { fail, ok } from '#foundation';
import { distance, positionToMm, type Vec3 } from '#geometry';
import { positionThrough } from '../../model/planes/linked-position.ts';
import { nearestInSoundField } from '../../model/planes/sound-field.ts';
import { frameDegThrough } from '../../model/raw/raw-geometry.ts';
import { CAMERA_PRESETS, type CameraPreset } from '../../model/space/space-camera.ts';
import { type RawState, SWEEPS } from '../../state/views/raw-state.ts';
import { anyScan, planesOf } from '../../state/volumes/study-selectors.ts';
import { rawTexts } from '../../texts/raw-texts.ts';
import { activePlanes, type CommandServices, invalidArguments } from '../services.ts';

/** Tolerance for rounding errors at the rim of the sound field. */
const ROUNDING_MM = 1e-6;

export interface RawServices extends CommandServices {
  readonly raw: RawState;
  /** Runs another command by its id. */
  run(commandId: string, args: unknown): void;
}

const fieldsOf = (args: unknown): Record<string, unknown> =>
  (typeof args === 'object' && args !== null ? args : {}) as Record<string, unknown>;

/** Rotates both sweeps to the frames nearest to the intersection of the planes and shows them. */
export function planesToRawCommand(services: RawServices): CommandDefinition<void> {
  const { raw, view, notices } = services;
  return {
    id: 'breast-planes.planes-to-raw',
    undo: 'none',
    validate: () => ok(undefined),
    run() {
      const planes = activePlanes(services);
      if (planes === null) {
        notices.show('user-error', rawTexts.jump.noPlanes);
        return;
      }
      const { scan, volume, position } = planes;
      const offsets = raw.store.getState().offsetsMm[scan.id] ?? {};
      const pointMm = positionToMm(volume, position);
      const angles = SWEEPS.map((sweep) => [
        sweep,
        frameDegThrough(offsets[sweep] ?? 0, volume, pointMm),
      ]);
      raw.setAngles(scan.id, Object.fromEntries(angles));
      const { views } = raw.store.getState();
      if (Object.values(views).includes(scan.id)) return;
      const layout = view.store.getState().layouts.find(({ id }) => RAW_LAYOUTS.includes(id));
      if (layout === undefined) notices.show('user-error', rawTexts.jump.noRaw);
      else services.run('breast-planes.layout', { id: layout.id });
    },
  };
}

/** Layouts with raw frames. */
const RAW_LAYOUTS: readonly string[] = ['breast-planes.raw-sweeps'];

export interface FrameToPlanes {
  /** Null: the point under the pointer. */
  readonly pointMm: Vec3 | null;
  /** Null: the scan of the active raw view, else the target scan. */
  readonly scanId: string | null;
}

/**
 * Moves the planes through a point on a raw frame, clamped to the sound field of the volume, which is
 * smaller than the frame.
 */
export function rawToPlanesCommand(services: RawServices): CommandDefinition<FrameToPlanes> {
  const { raw, view, study, reading, notices } = services;
  return {
    id: 'breast-planes.raw-to-planes',
    undo: 'none',
    validate(args) {
      const { pointMm = null, scanId = null } = fieldsOf(args);
      const isPoint =
        Array.isArray(pointMm) &&
        pointMm.length === 3 &&
        pointMm.every((mm) => typeof mm === 'number' && Number.isFinite(mm));
      if ((pointMm !== null && !isPoint) || (scanId !== null && typeof scanId !== 'string')) {
        return fail(invalidArguments(rawTexts.jump.invalid(JSON.stringify(args))));
      }
      return ok({ pointMm: pointMm as Vec3 | null, scanId });
    },
    run({ pointMm, scanId }) {
      const viewValues = view.store.getState();
      const { activeCellId } = viewValues;
      const activeScanId =
        activeCellId === null ? undefined : raw.store.getState().views[activeCellId];
      const { scans, targetScanId } = study.store.getState();
      const id = scanId ?? activeScanId ?? targetScanId;
      const scan = id === null ? null : anyScan(scans, viewValues, id);
      const planes = scan === null ? null : planesOf(scan, viewValues, reading.store.getState());
      const { hover } = reading.store.getState();
      const targetMm = pointMm ?? (hover?.scanId === id ? hover.pointMm : null);
      if (planes === null) notices.show('user-error', rawTexts.jump.noPlanes);
      else if (targetMm === null) notices.show('user-error', rawTexts.jump.noPoint);
      else {
        const { volume, nippleMm, position } = planes;
        const shownMm = nearestInSoundField(volume, targetMm);
        if (distance(shownMm, targetMm) > ROUNDING_MM) {
          notices.show('info', rawTexts.jump.outside);
        }
        view.setPosition(planes.scan.id, positionThrough(volume, nippleMm, shownMm, position.rad));
        services.run('breast-planes.layout', { id: 'breast-planes.four-planes' });
      }
    },
  };
}

/** Rotates the 3D view of the breast to a preset direction. */
export function cameraPresetCommand({
  raw,
}: Pick<RawServices, 'raw'>): CommandDefinition<{ readonly from: CameraPreset }> {
  return {
    id: 'breast-planes.look-from',
    undo: 'none',
    validate(args) {
      const { from = 'front' } = fieldsOf(args);
      const known = CAMERA_PRESETS.find((cameraPreset) => cameraPreset === from);
      return known === undefined
        ? fail(invalidArguments(rawTexts.jump.unknownPreset(String(from))))
        : ok({ from: known });
    },
    run: ({ from }) => raw.setCameraPreset(from),
  };
}
