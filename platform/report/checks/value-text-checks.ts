import type { Mark } from '#contracts';
import { sizeSources } from '#findings';
import { clockText, lengthMm } from '#geometry';
import { findingName } from '../finding-name.ts';
import type { ReportContext, ReportFinding, ReportScan } from '../report-context.ts';
import { textAt } from '../text/update-texts.ts';
import { checkTexts } from '../texts/check-texts.ts';
import { codeOf } from './category-checks.ts';
import { clockMentions, secondsOutside } from './clock-mentions.ts';
import { findingTextsOf, statementsAbout } from './finding-statements.ts';
import { type LengthMention, lengthMentions } from './length-mentions.ts';
import { createCheck, type FoundFault } from './report-check.ts';
import { plainText } from './text-cues.ts';

/** One hour: twice the rounding to the nearest hour, so that half hours agree too. */
const CLOCK_TOLERANCE_SEC = 3_600;
/** Rounding to whole centimetres. */
const DISTANCE_TOLERANCE_MM = 5;
/** Rounding errors of a division. */
const EPSILON_MM = 1e-6;

/** Returns one fault for each finding for which `messageOf` returns a message. */
const forFindings = (
  context: ReportContext,
  messageOf: (finding: ReportFinding, name: string) => string | null,
): readonly FoundFault[] =>
  context.findings.flatMap((finding) => {
    const message = messageOf(finding, findingName(context, finding));
    return message === null
      ? []
      : [{ subject: { kind: 'finding', id: finding.finding.id }, message }];
  });

function messageOfClock(context: ReportContext, reported: ReportFinding, name: string) {
  const sec = reported.finding.clockPositionSec;
  if (sec === null) return null;
  const wrong = statementsAbout(context, reported)
    .flatMap((text) => clockMentions(text, 'named'))
    .find((mention) => secondsOutside(sec, mention) > CLOCK_TOLERANCE_SEC);
  const actual = clockText((sec / 43_200) * 360, 30);
  return wrong === undefined
    ? null
    : checkTexts['clock-in-text'].message(name, wrong.written, actual);
}

function messageOfDistance(context: ReportContext, reported: ReportFinding, name: string) {
  const um = reported.finding.distanceFromNippleUm;
  if (um === null) return null;
  const wrong = statementsAbout(context, reported)
    .flatMap(lengthMentions)
    .find(
      ({ kind, mm }) =>
        kind === 'distance' && Math.abs(mm - um / 1000) > DISTANCE_TOLERANCE_MM + EPSILON_MM,
    );
  return wrong === undefined
    ? null
    : checkTexts['distance-in-text'].message(name, wrong.written, Math.round(um / 1000));
}

function messageOfSize(context: ReportContext, reported: ReportFinding, name: string) {
  const known = [...knownSizesMm(reported), ...unreadPriorSizesMm(context, reported)];
  const isKnown = ({ mm, precisionMm }: LengthMention): boolean =>
    known.some((size) => Math.abs(size - mm) <= precisionMm + EPSILON_MM);
  const wrong = statementsAbout(context, reported)
    .flatMap(lengthMentions)
    .find((mention) => mention.kind === 'size' && !isKnown(mention));
  return wrong === undefined ? null : checkTexts['size-in-text'].message(name, wrong.written);
}

/** Returns the sizes in the sentence of a template about a prior that is not read yet. */
function unreadPriorSizesMm(
  { content }: ReportContext,
  reported: ReportFinding,
): readonly number[] {
  if (reported.isPriorUnknown !== true) return [];
  const target = { kind: 'sentence', findingId: reported.finding.id, key: 'change' } as const;
  const change = textAt(content, target);
  return lengthMentions(change?.editedFrom ?? change?.text ?? '').map(({ mm }) => mm);
}

/**
 * Returns every size in millimetres that a text may name: those of the finding, measured or typed,
 * those that its marks measure, and those of the linked prior.
 */
function knownSizesMm({ finding, prior }: ReportFinding): readonly number[] {
  const marks = Object.values(finding.marks);
  const measured = Object.values(sizeSources(marks)).flatMap((source) =>
    source === null ? [] : [source.um, source.drawnUm],
  );
  const stored = [finding.massLengthUm, finding.massWidthUm, finding.massHeightUm];
  const um = [...measured, ...stored, ...(prior?.sizesUm ?? [])];
  return [...um.flatMap((size) => (size === null ? [] : size / 1000)), ...marks.flatMap(extentsMm)];
}

/** Returns the drawn extents of a length, a cross, an ellipse or a box in millimetres. */
function extentsMm({ markType, markViewParams, frame }: Mark): readonly number[] {
  const [a, b, c, d] = markViewParams.points;
  if (a === undefined || b === undefined) return [];
  if (markType === 'BOUNDING_BOX') {
    return [Math.abs(b.u - a.u) * frame.widthMm, Math.abs(b.v - a.v) * frame.heightMm];
  }
  if (markType === 'LENGTH') return [lengthMm(frame, a, b)];
  if (markType !== 'CROSS' && markType !== 'ELLIPTICAL') return [];
  return [lengthMm(frame, a, b), ...(c && d ? [lengthMm(frame, c, d)] : [])];
}

const CATEGORY =
  /(?<!\p{L})BI-?\s?RADS[\s:®-]*(?:category |kategorie )?([0-6])(?:\s?([ABC])(?!\p{L}))?(?![.,]?\d)/giu;
const FORMER = /(?:from|von|previously|formerly|zuvor|früher|bisher)\s*$/iu;

function messageOfCategory(context: ReportContext, reported: ReportFinding, name: string) {
  const score = reported.finding.biradsScore;
  if (score === null) return null;
  const actual = codeOf(score);
  const [wrong] = statementsAbout(context, reported).flatMap((text) => {
    const plain = plainText(text);
    return [...plain.matchAll(CATEGORY)].filter(({ 1: digit, 2: letter, index }) => {
      const isSame = actual.startsWith(`${digit}${letter?.toUpperCase() ?? ''}`);
      return !isSame && !FORMER.test(plain.slice(0, index));
    });
  });
  return wrong === undefined
    ? null
    : checkTexts['category-in-text'].message(name, wrong[0], `BI-RADS ${actual}`);
}

const namesClock = (context: ReportContext, finding: ReportFinding): boolean =>
  findingTextsOf(context, finding).some((text) => clockMentions(text, 'all').length > 0);

const scanOf = ({ scans }: ReportContext, { finding }: ReportFinding): ReportScan | undefined =>
  scans.find(({ id }) => id === finding.scan.id);

/** Returns one fault for each scan with this nipple status for which `messageOf` returns a message. */
const forScans = (
  context: ReportContext,
  nipple: ReportScan['nipple'],
  messageOf: (scan: ReportScan, findings: readonly ReportFinding[]) => string | null,
): readonly FoundFault[] =>
  context.scans
    .filter((scan) => scan.nipple === nipple)
    .flatMap((scan) => {
      const own = context.findings.filter(({ finding }) => finding.scan.id === scan.id);
      const message = messageOf(scan, own);
      return message === null ? [] : [{ subject: { kind: 'scan', id: scan.id }, message }];
    });

/** Checks of positions, sizes and categories that a text names against the record. */
export const valueTextChecks = [
  createCheck(
    'clock-in-text',
    'block',
    (context) => forFindings(context, (...finding) => messageOfClock(context, ...finding)),
    { locked: true },
  ),
  createCheck('distance-in-text', 'block', (context) =>
    forFindings(context, (...finding) => messageOfDistance(context, ...finding)),
  ),
  createCheck('size-in-text', 'block', (context) =>
    forFindings(context, (...finding) => messageOfSize(context, ...finding)),
  ),
  createCheck('category-in-text', 'block', (context) =>
    forFindings(context, (...finding) => messageOfCategory(context, ...finding)),
  ),
  createCheck('clock-without-nipple', 'block', (context) =>
    forFindings(context, (finding, name) => {
      const scan = scanOf(context, finding);
      return scan?.nipple === 'missing' && namesClock(context, finding)
        ? checkTexts['clock-without-nipple'].message(name, scan.name)
        : null;
    }),
  ),
  createCheck('nipple-missing', 'warn', (context) =>
    forScans(context, 'missing', ({ name }, findings) =>
      findings.length === 0 ? null : checkTexts['nipple-missing'].message(name),
    ),
  ),
  createCheck('nipple-unconfirmed', 'warn', (context) =>
    forScans(context, 'unconfirmed', ({ name }, findings) => {
      const names = findings
        .filter((finding) => namesClock(context, finding))
        .map((finding) => findingName(context, finding));
      return names.length === 0 ? null : checkTexts['nipple-unconfirmed'].message(name, names);
    }),
  ),
] as const;
