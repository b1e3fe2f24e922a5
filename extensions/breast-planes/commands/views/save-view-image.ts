import type { CommandDefinition } from '#core';
import { fail, ok, problem } from '#foundation';
import { type ImageFrame, imageFrame, type VolumePlane } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { Slab } from '../../model/planes/plane-presentation.ts';
import { type SavedImageLayout, savedImageLayout } from '../../model/planes/saved-image.ts';
import { slabOf } from '../../state/views/presentations.ts';
import { planesOf, type TargetPlanes } from '../../state/volumes/study-selectors.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { invalidArguments, scanOfCell, shownActiveCell } from '../services.ts';
import type { ViewServices } from './views.ts';

/** A visible plane and the options of its image. */
export interface PlaneToSave {
  readonly cellId: string;
  readonly plane: VolumePlane;
  /** Scan, volume and position of the planes. */
  readonly planes: TargetPlanes;
  readonly slab: Slab;
  /** Voxels of the full level. */
  readonly volume: LoadedVolume;
  readonly frame: ImageFrame;
  readonly layout: SavedImageLayout;
  /** Leaves out marks, orientation markers and caption. */
  readonly clean: boolean;
}

/** Saves the image of the active plane, else of the main plane, as a file. */
export function saveViewImageCommand(
  services: ViewServices,
  save: (plane: PlaneToSave) => Promise<void>,
): CommandDefinition<{ readonly clean: boolean }> {
  return {
    id: 'breast-planes.save-picture',
    undo: 'none',
    validate(args) {
      const { clean = false } = (args ?? {}) as Record<string, unknown>;
      return typeof clean === 'boolean'
        ? ok({ clean })
        : fail(invalidArguments(viewTexts.image.invalid(JSON.stringify(args))));
    },
    async run({ clean }) {
      const { view, reading, presentations, notices } = services;
      const { cells } = reading.store.getState();
      const active = shownActiveCell(view);
      const { visibleCellIds } = view.store.getState();
      const cellId = active ?? visibleCellIds.find((id) => cells[id] !== undefined);
      const plane = cellId === undefined ? undefined : cells[cellId]?.plane;
      const scan = cellId === undefined ? null : scanOfCell(services, cellId);
      const planes =
        scan === null ? null : planesOf(scan, view.store.getState(), reading.store.getState());
      if (cellId === undefined || plane === undefined || planes === null) {
        notices.show('user-error', viewTexts.image.none);
        return;
      }
      const { status, volume = null } = reading.store.getState().volumes[planes.scan.id] ?? {};
      if (status !== 'complete' || volume === null) {
        const { title, detail, next } = viewTexts.image.loading;
        notices.showProblem(problem('VOLUME_LOADING', title, detail, next, 'breast-planes'));
        return;
      }
      const frame = imageFrame(planes.volume, plane, planes.nippleMm, planes.position);
      const layout = savedImageLayout(plane, frame);
      if (!layout.ok) return notices.showProblem(layout.problem);
      const slab = slabOf(presentations.store.getState(), plane);
      await save({ cellId, plane, planes, slab, volume, frame, layout: layout.value, clean });
    },
  };
}
