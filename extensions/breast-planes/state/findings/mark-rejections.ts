import { findingTexts } from '../../texts/finding-texts.ts';
import { markTexts } from '../../texts/mark-texts.ts';

const { source, because, noImage } = markTexts;
const joinSentences = (...sentences: readonly string[]): string => sentences.join(' ');

/** Reasons why a mark is not saved: a prescribed text, for some followed by an explanation. */
export const markRejections = {
  notYourRole: markTexts.notYourRole,
  openScan: markTexts.openScan,
  /** The report is signed, so findings are read-only. */
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
  /** The image has no pixel size in millimetres. */
  noScale: joinSentences(source.invalid, because.noScale),
  /** The image has no location in the patient. */
  noLocation: joinSentences(source.invalid, because.noLocation),
  /** The active tool is unknown, e.g. because its extension was disabled. */
  noTool: (id: string) => joinSentences(source.undefined, because.noTool(id)),
  /** No plane view is defined for this image. */
  noPlane: joinSentences(source.unmapped, because.noPlane),
  outside: joinSentences(source.empty, because.outside),
  nothingDrawn: joinSentences(source.empty, because.nothingDrawn),
  noText: joinSentences(source.empty, because.noText),
} as const;
