import type { CommandDefinition } from '#core';
import { fail, ok } from '#foundation';
import { VOLUME_PLANES, type VolumePlane } from '#geometry';
import { stepPlane } from '../../model/planes/linked-position.ts';
import { activePlane } from '../../state/volumes/study-selectors.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { activePlanes, type CommandServices, invalidArguments } from '../services.ts';

export interface StepArgs {
  /** Number of voxels; on the radial plane the number of degrees, unless `deg` is given. */
  readonly by: number;
  /** Number of degrees on the radial plane; absent: the value of `by`. */
  readonly deg?: number;
  /** Absent: the plane of the active view. */
  readonly plane?: VolumePlane;
}

const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isPlane = (value: unknown): value is VolumePlane =>
  VOLUME_PLANES.some((plane) => plane === value);

/** Scrolls the active or the named plane. */
export function stepCommand(services: CommandServices): CommandDefinition<StepArgs> {
  return {
    id: 'breast-planes.step',
    undo: 'none',
    validate(args) {
      const { by, deg, plane } = (args ?? {}) as Record<string, unknown>;
      if (!isFiniteNumber(by) || !(deg === undefined || isFiniteNumber(deg))) {
        return fail(invalidArguments(commandTexts.invalidArguments.noSteps(JSON.stringify(args))));
      }
      if (!(plane === undefined || isPlane(plane))) {
        return fail(invalidArguments(commandTexts.invalidArguments.noPlane(String(plane))));
      }
      return ok({
        by,
        ...(deg === undefined ? {} : { deg }),
        ...(plane === undefined ? {} : { plane }),
      });
    },
    run({ by, deg = by, plane }) {
      const planes = activePlanes(services);
      if (planes === null) return;
      const movedPlane =
        plane ?? activePlane(services.view.store.getState(), services.reading.store.getState());
      services.view.setPosition(
        planes.scan.id,
        stepPlane(planes.volume, planes.position, movedPlane, movedPlane === 'RAD' ? deg : by),
      );
    },
  };
}
