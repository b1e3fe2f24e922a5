import { findingTexts } from '../../texts/finding-texts.ts';
import { markTexts } from '../../texts/mark-texts.ts';

const { source, because, noImage } = markTexts;
const inWords = (...sentences: readonly string[]): string => sentences.join(' ');

/** Why a mark is not kept: the specification's words, and what they mean here. */
export const markRefusals = {
  notYourRole: markTexts.notYourRole,
  openScan: markTexts.openScan,
  /** The report is signed: findings stay as they are. */
  signed: (who: string | null, day: string) =>
    inWords(
      `${findingTexts.why.signed(who ?? findingTexts.lock.someone, day)}.`,
      findingTexts.lock.next,
    ),
  earlier: markTexts.earlier,
  earlierSigned: (who: string | null, day: string) =>
    markTexts.earlierSigned(who ?? findingTexts.lock.someone, day),
  aiFinding: markTexts.aiFinding,
  noneSelected: markTexts.join.noneSelected,
  otherScan: markTexts.join.otherScan,
  planeMoved: markTexts.planeMoved,
  noImage,
  /** The image has no size in millimetres. */
  noScale: inWords(source.invalid, because.noScale),
  /** The chosen tool is unknown here, e.g. one of an extension that was switched off. */
  noTool: (id: string) => inWords(source.undefined, because.noTool(id)),
  /** No plane view of the specification stands for this image. */
  noPlane: inWords(source.unmapped, because.noPlane),
  nothingDrawn: inWords(source.empty, because.nothingDrawn),
  noWords: inWords(source.empty, because.noWords),
} as const;
