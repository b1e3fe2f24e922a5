import { findingTexts } from '../../texts/finding-texts.ts';
import { markTexts } from '../../texts/mark-texts.ts';

const { source, because, noImage } = markTexts;
const joinSentences = (...sentences: readonly string[]): string => sentences.join(' ');

/** Why a mark is not kept: the specification's words, and what they mean here. */
export const markRejections = {
  notYourRole: markTexts.notYourRole,
  openScan: markTexts.openScan,
  /** The report is signed: findings stay as they are. */
  signed: (who: string | null, day: string) =>
    joinSentences(
      `${findingTexts.reasons.signed(who ?? findingTexts.lock.unnamedReader, day)}.`,
      findingTexts.lock.next,
    ),
  earlier: markTexts.earlier,
  earlierSigned: (who: string | null, day: string) =>
    markTexts.earlierSigned(who ?? findingTexts.lock.unnamedReader, day),
  aiFinding: markTexts.aiFinding,
  noneSelected: markTexts.join.noneSelected,
  otherScan: markTexts.join.otherScan,
  planeMoved: markTexts.planeMoved,
  noImage,
  /** The image has no size in millimetres. */
  noScale: joinSentences(source.invalid, because.noScale),
  /** The chosen tool is unknown here, e.g. one of an extension that was switched off. */
  noTool: (id: string) => joinSentences(source.undefined, because.noTool(id)),
  /** No plane view of the specification stands for this image. */
  noPlane: joinSentences(source.unmapped, because.noPlane),
  nothingDrawn: joinSentences(source.empty, because.nothingDrawn),
  noText: joinSentences(source.empty, because.noText),
} as const;
