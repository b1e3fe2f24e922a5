import {
  type MacroValues,
  macroValues,
  type ReportContext,
  type Side,
  sideMacroValues,
  type TextTarget,
} from '#report';

/** Returns the values of a finding's placeholders; none without the finding. */
export function findingValues(context: ReportContext, findingId: string): MacroValues {
  const item = context.findings.find(({ finding }) => finding.id === findingId);
  return item === undefined ? {} : macroValues(context, item, context.content.language);
}

/**
 * Returns the values for a text of the report: those of its finding, the side of its breast, or none
 * for texts on the whole study.
 */
export function targetValues(context: ReportContext, target: TextTarget): MacroValues {
  if (target.kind === 'sentence') return findingValues(context, target.findingId);
  const sides: Readonly<Record<string, Side>> = { left: 'L', right: 'R' };
  const side = sides[target.section];
  return side === undefined ? {} : sideMacroValues(side, context.content.language);
}
