export {
  buildReportContext,
  completedScans,
  type ReportedRecord,
} from './build-context.ts';
export {
  type CheckLevels,
  checkReport,
  levelOf,
  unresolvedHits,
} from './checks/check-report.ts';
export type {
  CheckHit,
  CheckId,
  CheckLevel,
  CheckSubject,
  ReportCheck,
} from './checks/report-check.ts';
export { REPORT_CHECKS } from './checks/report-checks.ts';
export { findingName, findingsOf, scannedSides } from './finding-name.ts';
export {
  type ComposedLetter,
  composeLetter,
  type Letter,
  type LetterFault,
  type LetterRecord,
} from './letter/compose-letter.ts';
export { DEFAULT_LETTER_CATEGORIES } from './letter/letter-category.ts';
export {
  LETTER_PLACEHOLDERS,
  LETTER_TEMPLATES_VERSION,
  LETTER_TEXT_IDS,
  type LetterTextFault,
  letterTextFaults,
  type SiteLetterTexts,
} from './letter/letter-templates.ts';
export {
  type KnownPriorFinding,
  linkedPrior,
  type ProposedLink,
  proposeLink,
} from './prior-links.ts';
export {
  type PriorFinding,
  type ReportContext,
  type ReportFinding,
  type ReportLists,
  type ReportPrior,
  type ReportScan,
  type Side,
  sideOf,
} from './report-context.ts';
export { adoptCategory, adoptedManagement } from './text/adopt-category.ts';
export { changeSince, type FindingChange } from './text/change-since-prior.ts';
export {
  composeFinding,
  joinFindingText,
  type Sentence,
  type SentenceKey,
} from './text/compose-finding.ts';
export {
  composeComparison,
  composeImpression,
  composeSection,
  composeSide,
  composeTechnique,
  SECTION_IDS,
  type SectionId,
} from './text/compose-sections.ts';
export {
  checkMacro,
  expandMacro,
  MACRO_PLACEHOLDERS,
  type MacroPlaceholder,
  type MacroValues,
  macroValues,
  sideMacroValues,
} from './text/expand-macro.ts';
export { normalContent } from './text/normal-content.ts';
export {
  isMoreSevere,
  type ProposedCategory,
  proposedCategory,
  SCORES,
  SEVERITY_ORDER,
} from './text/proposed-category.ts';
export {
  ABBREVIATION_PATTERN,
  type AbbreviationUse,
  isAbbreviation,
  sharesAbbreviation,
} from './text/text-block-abbreviation.ts';
export {
  editText,
  type OutdatedText,
  outdatedTexts,
  resetText,
  TEMPLATES_VERSION,
  type TextTarget,
  templateText,
  textAt,
  textTargets,
  updateTexts,
} from './text/update-texts.ts';
