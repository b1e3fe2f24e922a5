import { useMemo } from 'react';
import { studyToken, type ViewportProps, viewStateToken } from '#core';
import { locatedMark, markCentreMm } from '#findings';
import { imageFrame, VOLUME_PLANES } from '#geometry';
import { useStore } from '#ui';
import type { VolumeEntry } from '../../state/volumes/reading-state.ts';
import { nippleOf, scanOf } from '../../state/volumes/study-selectors.ts';
import { spaceTexts } from '../../texts/space-texts.ts';
import { useShownFindings } from '../shared/use-list-choice.ts';
import type { SpaceMarker } from './space-overlay.tsx';

export type SpaceInfo = ReturnType<typeof useSpaceInfo>;

/** Returns the nipple, the plane frames and the finding markers of the scan. */
export function useSpaceInfo({ context, image }: ViewportProps, { geometry }: VolumeEntry) {
  const study = context.use(studyToken);
  const scanId = image.scan.id;
  const scan = useStore(study.store, (state) => scanOf(state, scanId)) ?? image.scan;
  const findings = useShownFindings(context, scanId);
  const selected = useStore(study.store, (state) => state.selectedFindingId);
  const position = useStore(context.use(viewStateToken).store, (state) => state.positions[scanId]);
  const nippleMm = useMemo(
    () => (geometry === null ? null : nippleOf(scan, geometry)),
    [scan, geometry],
  );
  const frames = useMemo(
    () =>
      geometry === null || position === undefined
        ? []
        : VOLUME_PLANES.map((plane) => ({
            plane,
            frame: imageFrame(geometry, plane, nippleMm, position),
          })),
    [geometry, position, nippleMm],
  );
  const markers = useMemo(
    () =>
      findings.flatMap((finding): SpaceMarker[] => {
        const mark = locatedMark(Object.values(finding.marks));
        if (mark === null) return [];
        return [
          {
            findingId: finding.id,
            label: finding.label,
            colour: finding.generator.labelColour,
            atMm: markCentreMm(mark),
            description: spaceTexts.surface.lesion(finding.label),
            selected: finding.id === selected,
          },
        ];
      }),
    [findings, selected],
  );
  return { nippleMm, frames, markers };
}
