import { type ComposedText, type FindingText, type ReportContent, SENTENCE_KEYS } from '#contracts';
import type { ReportContext, ReportFinding } from '../report-context.ts';
import { composeFinding, type SentenceKey } from './compose-finding.ts';
import { composeSection, SECTION_IDS, type SectionId } from './compose-sections.ts';

/** Version of the templates, which a report stores. */
export const TEMPLATES_VERSION = 1;

/** One text that a template writes. */
export type TextTarget =
  | { readonly kind: 'section'; readonly section: SectionId }
  | { readonly kind: 'sentence'; readonly findingId: string; readonly key: SentenceKey };

/** An edited text whose record has changed since the reader edited it. */
export interface OutdatedText {
  readonly target: TextTarget;
  /** What the reader wrote. */
  readonly text: string;
  /** What the template wrote then, and what it writes now; '' for nothing. */
  readonly editedFrom: string;
  readonly template: string;
}

type Sentences = FindingText['sentences'];
const UNWRITTEN: ComposedText = { text: '', editedFrom: null };

/**
 * Returns content whose unedited texts follow the record. Edited texts stay, texts of findings that
 * are no longer in the report are dropped, new findings are added, in the order of `context.findings`.
 * Returns the same object if nothing changes. `context.content` is ignored.
 */
export function updateTexts(content: ReportContent, context: ReportContext): ReportContent {
  const at = { ...context, content };
  const sections = SECTION_IDS.reduce((next, section) => {
    const current = sectionText(next, section);
    if (current === null || current.editedFrom !== null) return next;
    const text = composeSection(at, section);
    return text === current.text ? next : withSection(next, section, { text, editedFrom: null });
  }, content);
  const findingTexts = context.findings.map((finding) => updatedFindingText(at, finding));
  const isSame =
    findingTexts.length === content.findingTexts.length &&
    findingTexts.every((text, idx) => text === content.findingTexts[idx]);
  const updated = isSame ? sections : { ...sections, findingTexts };
  return updated.templates === TEMPLATES_VERSION
    ? updated
    : { ...updated, templates: TEMPLATES_VERSION };
}

function updatedFindingText(context: ReportContext, finding: ReportFinding): FindingText {
  const findingId = finding.finding.id;
  const current = context.content.findingTexts.find((text) => text.findingId === findingId);
  const templates = templatesOf(context, finding);
  const sentences = SENTENCE_KEYS.flatMap((key): Sentences => {
    const sentence = current?.sentences.find((one) => one.key === key);
    if (sentence !== undefined && sentence.editedFrom !== null) return [sentence];
    const text = templates[key] ?? '';
    if (text === '') return [];
    return sentence?.text === text ? [sentence] : [{ key, text, editedFrom: null }];
  });
  const isSame =
    current?.sentences.length === sentences.length &&
    sentences.every((sentence, idx) => sentence === current.sentences[idx]);
  if (current !== undefined && isSame) return current;
  return { findingId, sentences, text: current?.text ?? '' };
}

type Templates = Readonly<Partial<Record<SentenceKey, string>>>;

function templatesOf({ content, lists }: ReportContext, finding: ReportFinding): Templates {
  const templates: Templates = Object.fromEntries(
    composeFinding(finding, content.language, lists).map(({ key, text }) => [key, text]),
  );
  if (finding.isPriorUnknown !== true) return templates;
  // Leaves the change as it is while the prior is unknown.
  const change = textAt(content, {
    kind: 'sentence',
    findingId: finding.finding.id,
    key: 'change',
  });
  return { ...templates, change: change?.editedFrom ?? change?.text ?? '' };
}

/** Returns what the template writes for a text now; '' if nothing or if the finding is not reported. */
export function templateText(context: ReportContext, target: TextTarget): string {
  if (target.kind === 'section') return composeSection(context, target.section);
  const finding = context.findings.find((one) => one.finding.id === target.findingId);
  return finding === undefined ? '' : (templatesOf(context, finding)[target.key] ?? '');
}

/**
 * Returns a text of the report; null if the report has no such breast, or nothing is written for that
 * sentence.
 */
export function textAt(content: ReportContent, target: TextTarget): ComposedText | null {
  if (target.kind === 'section') return sectionText(content, target.section);
  return (
    content.findingTexts
      .find(({ findingId }) => findingId === target.findingId)
      ?.sentences.find(({ key }) => key === target.key) ?? null
  );
}

/**
 * Returns content in which the reader has written a text; '' removes the text. Stores what the
 * template writes now, so that a later change of the record is found. A text equal to the template
 * follows the record again.
 */
export function editText(
  content: ReportContent,
  context: ReportContext,
  target: TextTarget,
  text: string,
): ReportContent {
  const template = templateText({ ...context, content }, target);
  return withText(content, target, { text, editedFrom: text === template ? null : template });
}

/** Returns content in which a text follows the record again. */
export function resetText(
  content: ReportContent,
  context: ReportContext,
  target: TextTarget,
): ReportContent {
  const text = templateText({ ...context, content }, target);
  return withText(content, target, { text, editedFrom: null });
}

/** Returns the edited texts for which the template writes something else than when they were edited. */
export function outdatedTexts(
  content: ReportContent,
  context: ReportContext,
): readonly OutdatedText[] {
  const at = { ...context, content };
  return textTargets(content).flatMap((target) => {
    const { text, editedFrom } = textAt(content, target) ?? UNWRITTEN;
    if (editedFrom === null) return [];
    const template = templateText(at, target);
    return template === editedFrom ? [] : [{ target, text, editedFrom, template }];
  });
}

/** Returns the texts of a report that a template writes, in reading order. */
export function textTargets({ findingTexts }: ReportContent): readonly TextTarget[] {
  return [
    ...SECTION_IDS.map((section) => ({ kind: 'section', section }) as const),
    ...findingTexts.flatMap(({ findingId, sentences }) =>
      sentences.map(({ key }) => ({ kind: 'sentence', findingId, key }) as const),
    ),
  ];
}

function sectionText(content: ReportContent, section: SectionId): ComposedText | null {
  return section === 'left' || section === 'right'
    ? (content[section]?.text ?? null)
    : content[section];
}

function withText(content: ReportContent, target: TextTarget, text: ComposedText): ReportContent {
  if (target.kind === 'section') return withSection(content, target.section, text);
  const { findingId, key } = target;
  const current = content.findingTexts.find((one) => one.findingId === findingId);
  const isRemoved = text.text === '' && text.editedFrom === null;
  const sentences = SENTENCE_KEYS.flatMap((each): Sentences => {
    if (each === key) return isRemoved ? [] : [{ key, ...text }];
    return current?.sentences.filter((sentence) => sentence.key === each) ?? [];
  });
  const changed = { findingId, text: current?.text ?? '', sentences };
  return {
    ...content,
    findingTexts:
      current === undefined
        ? [...content.findingTexts, changed]
        : content.findingTexts.map((one) => (one === current ? changed : one)),
  };
}

/** Returns content with the text of a section; unchanged if the report has no such breast. */
function withSection(
  content: ReportContent,
  section: SectionId,
  text: ComposedText,
): ReportContent {
  if (section !== 'left' && section !== 'right') return { ...content, [section]: text };
  const side = content[section];
  return side === null ? content : { ...content, [section]: { ...side, text } };
}
