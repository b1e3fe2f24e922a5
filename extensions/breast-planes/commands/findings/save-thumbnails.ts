import type { Finding } from '#contracts';
import type { CommandDefinition } from '#core';
import { problem } from '#foundation';
import { scanOfThumbnails } from '../../model/findings/finding-thumbnail.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { checkedFindings } from '../../state/findings/findings-ui-state.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { noArguments } from '../services.ts';
import { findingOf } from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';

/** Thumbnails to save as one image. */
export interface ThumbnailSheet {
  readonly scanId: string;
  /** Findings of the scan in numerical order. */
  readonly findings: readonly Finding[];
  /** Voxels of the full level of the scan. */
  readonly volume: LoadedVolume;
}

/** Maximum number of thumbnails in one image; keeps its sides within those of a saved plane. */
export const MAX_SHEET_THUMBNAILS = 60;

/** Returns the checked findings of all scans, else the selected finding. */
function findingsToSave(services: FindingServices): readonly Finding[] {
  const { findingsByScan } = services.study.store.getState();
  const { checkedIds } = services.findingsUi.store.getState();
  const checked = Object.values(findingsByScan).flatMap((findings) =>
    checkedFindings(findings, checkedIds),
  );
  const selected = findingOf(services, null);
  if (checked.length === 0) return selected === null ? [] : [selected];
  return checked.toSorted((a, b) => a.label - b.label);
}

/** Saves the thumbnails of the checked findings, else of the selected finding, as one image. */
export function saveThumbnailsCommand(
  services: FindingServices,
  save: (sheet: ThumbnailSheet) => Promise<void>,
): CommandDefinition<void> {
  const { notices, reading } = services;
  return {
    id: 'breast-planes.save-thumbnails',
    undo: 'none',
    validate: noArguments,
    enabled() {
      const { length } = findingsToSave(services);
      if (length === 0) return commandTexts.selectFirst;
      return (
        length <= MAX_SHEET_THUMBNAILS ||
        findingTexts.thumbnail.tooMany(length, MAX_SHEET_THUMBNAILS)
      );
    },
    async run() {
      const findings = findingsToSave(services);
      const scan = scanOfThumbnails(findings);
      if (!scan.ok) return notices.showProblem(scan.problem);
      const scanId = scan.value;
      const { status, volume = null } = reading.store.getState().volumes[scanId] ?? {};
      if (status !== 'complete' || volume === null) {
        const { title, detail, next } = viewTexts.image.loading;
        notices.showProblem(problem('VOLUME_LOADING', title, detail, next, 'breast-planes'));
        return;
      }
      await save({ scanId, findings, volume });
    },
  };
}
