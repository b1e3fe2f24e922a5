import { findingName } from '../finding-name.ts';
import type { ReportContext, Side } from '../report-context.ts';
import { checkTexts, checkWords } from '../texts/check-texts.ts';
import { findingsNamedIn, findingTextsOf } from './finding-statements.ts';
import { createCheck, type FoundFault } from './report-check.ts';
import { type SideMention, sideMentions } from './side-mentions.ts';
import { statementsOf } from './text-cues.ts';

/** Returns the first word of a text that names the other side than the given one. */
const otherSideIn = (text: string, side: Side): SideMention | undefined =>
  sideMentions(text, 'named').find((mention) => mention.side !== side);

function findingTextFaults(context: ReportContext): readonly FoundFault[] {
  return context.findings.flatMap((finding) => {
    const [other] = findingTextsOf(context, finding).flatMap(
      (text) => otherSideIn(text, finding.side) ?? [],
    );
    if (other === undefined) return [];
    const message = checkTexts['side-in-finding-text'].message(
      findingName(context, finding),
      checkWords.sideInText[other.side],
      checkWords.sides[finding.side],
    );
    return [{ subject: { kind: 'finding', id: finding.finding.id }, message }];
  });
}

function sideTextFaults({ content }: ReportContext): readonly FoundFault[] {
  const sections = [
    ['right', 'R'],
    ['left', 'L'],
  ] as const;
  return sections.flatMap(([section, side]) => {
    const other = otherSideIn(content[section]?.text.text ?? '', side);
    if (other === undefined) return [];
    const message = checkTexts['side-in-side-text'].message(
      checkWords.sections[section],
      other.written,
    );
    return [{ subject: { kind: 'section', id: section }, message }];
  });
}

/** Returns the side word that belongs to a position: the last one before it, else the first after. */
const sideWordAt = (mentions: readonly SideMention[], index: number): SideMention | undefined =>
  mentions.findLast((mention) => mention.index < index) ?? mentions[0];

function impressionFaults(context: ReportContext): readonly FoundFault[] {
  const faults = statementsOf(context.content.impression.text).flatMap((statement) => {
    const mentions = sideMentions(statement, 'named');
    return findingsNamedIn(context, statement).flatMap(({ finding, name, index }): FoundFault[] => {
      const word = sideWordAt(mentions, index);
      if (word === undefined || word.side === finding.side) return [];
      const message = checkTexts['side-in-impression'].message(
        name,
        word.written,
        checkWords.sides[finding.side],
      );
      return [{ subject: { kind: 'finding', id: finding.finding.id }, message }];
    });
  });
  return faults.filter(
    ({ subject }, idx) => faults.findIndex((one) => one.subject.id === subject.id) === idx,
  );
}

function recommendationFaults({ content }: ReportContext): readonly FoundFault[] {
  return content.recommendations.flatMap(({ side, text }, idx): FoundFault[] => {
    const other = side === 'B' ? undefined : otherSideIn(text, side);
    if (side === 'B' || other === undefined) return [];
    const message = checkTexts['side-in-recommendation'].message(
      idx + 1,
      checkWords.sides[side],
      other.written,
    );
    return [{ subject: { kind: 'side', id: side }, message }];
  });
}

/** Checks for the wrong side in a text; a site can't lower them. */
export const sideTextChecks = [
  createCheck('side-in-finding-text', 'block', findingTextFaults, { locked: true }),
  createCheck('side-in-side-text', 'block', sideTextFaults, { locked: true }),
  createCheck('side-in-impression', 'block', impressionFaults, { locked: true }),
  createCheck('side-in-recommendation', 'block', recommendationFaults, { locked: true }),
] as const;
