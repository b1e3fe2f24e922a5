import type { ReportContent } from '#contracts';
import { formatDay } from '#foundation';
import { findingName, scannedSides } from '../finding-name.ts';
import {
  type ReportContext,
  type ReportFinding,
  type ReportPrior,
  sideOf,
} from '../report-context.ts';
import { isCompared } from '../text/compose-sections.ts';
import { type OutdatedText, outdatedTexts } from '../text/update-texts.ts';
import { checkTexts, checkWords } from '../texts/check-texts.ts';
import { type CheckSubject, createCheck, type FoundFault } from './report-check.ts';
import { sideMentions } from './side-mentions.ts';

/** Smallest share of a scan that counts as seen. */
const MIN_SEEN = 0.8;

const subjectOfFinding = ({ finding }: Pick<ReportFinding, 'finding'>): CheckSubject => ({
  kind: 'finding',
  id: finding.id,
});

/** Returns the prior with the latest day; a prior of unknown day counts as the oldest. */
const newestPrior = (priors: readonly ReportPrior[]): ReportPrior | null =>
  priors.reduce<ReportPrior | null>(
    (newest, prior) => (newest === null || (prior.day ?? '') > (newest.day ?? '') ? prior : newest),
    null,
  );

function unopenedPrior({ content, priors }: ReportContext): readonly FoundFault[] {
  const prior = newestPrior(priors ?? []);
  if (prior === null || isCompared(content, prior)) return [];
  const { message, messageWithoutDay } = checkTexts['prior-not-opened'];
  return [
    {
      subject: { kind: 'prior', id: prior.studyId },
      message: prior.day === null ? messageWithoutDay : message(formatDay(prior.day)),
    },
  ];
}

/** Returns one fault for each section and each finding with an outdated text. */
function outdatedFaults(context: ReportContext): readonly FoundFault[] {
  const bySubject = new Map<string, FoundFault>();
  for (const { target, template } of outdatedTexts(context.content, context)) {
    const subject = subjectOfTarget(context, target);
    if (subject === null || bySubject.has(subject.key)) continue;
    bySubject.set(subject.key, {
      subject: subject.subject,
      message: checkTexts['text-outdated'].message(subject.name, template),
    });
  }
  return [...bySubject.values()];
}

/** Returns the subject of a text; null for the text of a finding that is no longer in the report. */
function subjectOfTarget(
  context: ReportContext,
  target: OutdatedText['target'],
): { readonly key: string; readonly name: string; readonly subject: CheckSubject } | null {
  if (target.kind === 'section') {
    const { section } = target;
    const subject: CheckSubject = { kind: 'section', id: section };
    return { key: section, name: checkWords.sections[section], subject };
  }
  const finding = context.findings.find((one) => one.finding.id === target.findingId);
  if (finding === undefined) return null;
  return {
    key: target.findingId,
    name: checkWords.finding(findingName(context, finding)),
    subject: subjectOfFinding(finding),
  };
}

function unseenScans({ scans }: ReportContext): readonly FoundFault[] {
  return scans.flatMap(({ id, name, seen }) =>
    seen === null || seen >= MIN_SEEN
      ? []
      : [
          {
            subject: { kind: 'scan', id },
            message: checkTexts['region-unseen'].message(name, Math.floor(seen * 100 + 1e-9)),
          },
        ],
  );
}

/** Returns one fault for each annotation with a text that no text of the report repeats. */
function unreportedAnnotations({
  annotations = [],
  content,
}: ReportContext): readonly FoundFault[] {
  const reported = textsOf(content).map(comparable);
  return annotations.flatMap((annotation) => {
    const missing = Object.values(annotation.finding.marks)
      .map(({ markViewParams }) => (markViewParams.text ?? '').trim())
      .filter((text) => text !== '' && !reported.some((one) => one.includes(comparable(text))));
    if (missing.length === 0) return [];
    return [
      {
        subject: subjectOfFinding(annotation),
        message: checkTexts['annotation-unreported'].message(
          shortened([...new Set(missing)].join(' · ')),
          checkWords.sides[annotation.side],
        ),
      },
    ];
  });
}

/** Returns every text of a report that is written or kept by its reader. */
const textsOf = (content: ReportContent): readonly string[] => [
  content.indication,
  content.technique.text,
  content.comparison.text,
  content.right?.text.text ?? '',
  content.left?.text.text ?? '',
  ...content.findingTexts.flatMap(({ sentences, text }) => [
    ...sentences.map((sentence) => sentence.text),
    text,
  ]),
  content.correlation,
  content.impression.text,
  ...content.recommendations.map(({ text }) => text),
];

const comparable = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ');

/** Length in characters from which a message shortens the text of an annotation. */
const MAX_QUOTED = 80;
const shortened = (text: string): string =>
  text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1).trimEnd()}…` : text;

/** Checks of what was read and compared, of the texts and of an addendum. */
export const studyChecks = [
  createCheck('density-missing', 'warn', (context) =>
    scannedSides(context).flatMap((side) =>
      (sideOf(context.content, side)?.breastDensity ?? null) === null
        ? [
            {
              subject: { kind: 'side', id: side },
              message: checkTexts['density-missing'].message(checkWords.sides[side]),
            },
          ]
        : [],
    ),
  ),
  createCheck('finding-unread', 'warn', (context) =>
    context.findings
      .filter(({ finding }) => context.unreadFindingIds?.has(finding.id))
      .map((finding) => ({
        subject: subjectOfFinding(finding),
        message: checkTexts['finding-unread'].message(
          findingName(context, finding),
          checkWords.sides[finding.side],
        ),
      })),
  ),
  createCheck('proposal-open', 'warn', (context) =>
    context.openProposals.map((proposal) => ({
      subject: subjectOfFinding(proposal),
      message: checkTexts['proposal-open'].message(
        findingName(context, proposal),
        checkWords.sides[proposal.side],
      ),
    })),
  ),
  createCheck('annotation-unreported', 'warn', unreportedAnnotations),
  createCheck('region-unseen', 'warn', unseenScans),
  createCheck('prior-not-opened', 'warn', unopenedPrior),
  createCheck('comparison-empty', 'warn', ({ content, priors }) =>
    priors !== null && priors.length > 0 && content.comparison.text.trim() === ''
      ? [
          {
            subject: { kind: 'section', id: 'comparison' },
            message: checkTexts['comparison-empty'].message(priors.length),
          },
        ]
      : [],
  ),
  createCheck('text-outdated', 'warn', outdatedFaults),
  createCheck(
    'addendum-side',
    'warn',
    ({ addendumText }) => {
      const words = sideMentions(addendumText ?? '', 'all').map(({ written }) => written);
      return words.length === 0
        ? []
        : [
            {
              subject: { kind: 'study', id: null },
              message: checkTexts['addendum-side'].message([...new Set(words)]),
            },
          ];
    },
    { locked: true, reads: 'addendum' },
  ),
] as const;
