import type { CommandDefinition } from '#core';
import type { AiSegment } from '../state/ai-segment.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { type FindingArgument, findingArgument } from './decisions.ts';
import { type AiServices, findingOf } from './services.ts';

/** Creates the command that segments from a mark of the selected finding. */
export const segmentMarkCommand = (
  services: Pick<AiServices, 'study'>,
  segment: AiSegment,
): CommandDefinition<FindingArgument> => ({
  id: 'ai-findings.segment-mark',
  undo: 'none',
  validate: findingArgument,
  enabled() {
    const may = segment.mayUse();
    if (may !== true) return may;
    return markToSegment(services, null) !== null || segmentTexts.reasons.noMark;
  },
  run({ findingId }) {
    const start = markToSegment(services, findingId);
    return start === null ? undefined : segment.fromMark(start.scanId, start.mark);
  },
});

/** Returns the mark of the selected finding from which a segmentation can start. */
function markToSegment(services: Pick<AiServices, 'study'>, id: string | null) {
  const finding = findingOf(services, id);
  const marks = Object.values(finding?.marks ?? {});
  const usable = marks.filter(({ markType }) => STARTS.has(markType));
  const mark = usable.find(({ rep }) => rep) ?? usable[0];
  return finding === null || mark === undefined ? null : { scanId: finding.scan.id, mark };
}

const STARTS: ReadonlySet<string> = new Set(['LENGTH', 'CROSS', 'BOUNDING_BOX', 'ELLIPTICAL']);
