import { findingName } from '../finding-name.ts';
import type { ReportContext, ReportFinding } from '../report-context.ts';
import { plainText, statementsOf } from './text-cues.ts';

/** Returns the sentences of a finding and the reader's own text, as written in the report. */
export function findingTextsOf({ content }: ReportContext, { finding }: ReportFinding) {
  const written = content.findingTexts.find(({ findingId }) => findingId === finding.id);
  return [...(written?.sentences.map(({ text }) => text) ?? []), written?.text ?? ''];
}

/** A finding that a statement names, with its position. */
export interface NamedFinding {
  readonly finding: ReportFinding;
  readonly name: string;
  readonly index: number;
}

/** Returns the findings that a text names, e.g. 'R1'. */
export function findingsNamedIn(context: ReportContext, text: string): readonly NamedFinding[] {
  const plain = plainText(text);
  if (!/[LR]\d/iu.test(plain)) return [];
  return context.findings.flatMap((finding) => {
    const name = findingName(context, finding);
    const index = plain.search(new RegExp(`(?<![\\p{L}\\d-])${name}(?![\\p{L}\\d]|-\\d)`, 'iu'));
    return index < 0 ? [] : [{ finding, name, index }];
  });
}

/**
 * Returns everything that the report states about a finding: its text, and the statements of the
 * texts of the breasts and of the impression that name this finding alone.
 */
export function statementsAbout(context: ReportContext, finding: ReportFinding): readonly string[] {
  const { left, right, impression, correlation } = context.content;
  const elsewhere = [right?.text.text, left?.text.text, correlation, impression.text]
    .flatMap((text) => statementsOf(text ?? ''))
    .filter((statement) => {
      const named = findingsNamedIn(context, statement);
      return named.length === 1 && named[0]?.finding === finding;
    });
  return [...findingTextsOf(context, finding), ...elsewhere];
}
