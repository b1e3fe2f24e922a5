import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInLists, REPORT_LANGUAGES, SENTENCE_KEYS } from '#contracts';
import { SIZE_FIELDS, sizesFromMarks } from '#findings';
import { quadrantOf } from '#geometry';
import type { ReportContext, ReportFinding, Side } from '../report-context.ts';
import { aReportContext, aReportFinding, sizeMarks } from '../test-support/report-fixtures.ts';
import { editText, resetText, updateTexts } from '../text/update-texts.ts';
import { checkReport } from './check-report.ts';
import { sideTextChecks } from './side-text-checks.ts';
import { valueTextChecks } from './value-text-checks.ts';

const SIDES = ['L', 'R'] as const;
const OTHER_SIDE: Readonly<Record<Side, readonly string[]>> = {
  R: [
    'Mass in the left breast.',
    'On the left at the edge.',
    'Herdbefund der linken Mamma.',
    'Läsion links',
  ],
  L: [
    'Mass in the right breast.',
    'Seen on the right side.',
    'Herdbefund der rechten Mamma.',
    'Rechts tastbar',
  ],
};
/** Sizes in millimetres that readers write or that marks measure. */
const SIZES = [7.5, 11.2, 18.6, 23.4, 31.7] as const;
const HARMLESS = [
  '',
  'Palpable.',
  'All right, left unchanged.',
  'Contralateral left breast normal.',
];
const wordsOfSize = (mm: number) => [
  `It measures ${mm} mm.`,
  `Durchmesser ${String(mm).replace('.', ',')} mm`,
  `A ${(mm / 10).toFixed(2)} cm mass`,
];

interface State {
  readonly context: ReportContext;
}
type Act = (state: State) => State;

const withRecord = (
  { context }: State,
  change: (finding: ReportFinding) => ReportFinding,
): State => {
  const next = { ...context, findings: context.findings.map(change) };
  return { context: { ...next, content: updateTexts(context.content, next) } };
};
const withFields =
  (fields: Partial<ReportFinding['finding']>): Act =>
  (state) =>
    withRecord(state, (one) => ({ ...one, finding: { ...one.finding, ...fields } }));

const aWrittenText = (side: Side) =>
  fc.oneof(
    fc.constantFrom(...HARMLESS),
    fc.constantFrom(...OTHER_SIDE[side]),
    fc.constantFrom(...SIZES.flatMap(wordsOfSize)),
  );
const aKey = fc.constantFrom(...SENTENCE_KEYS);
const aSizeMm = fc.constantFrom(...SIZES);

/** An act of the reader: writing, editing, resetting, measuring, typing a size, moving the mark. */
const anAct = (side: Side): fc.Arbitrary<Act> => {
  const findingId = `finding-${side}`;
  return fc.oneof(
    aWrittenText(side).map(
      (text): Act =>
        ({ context }) => {
          const findingTexts = context.content.findingTexts.map((one) => ({ ...one, text }));
          return { context: { ...context, content: { ...context.content, findingTexts } } };
        },
    ),
    fc.tuple(aKey, aWrittenText(side)).map(
      ([key, text]): Act =>
        ({ context }) => {
          const target = { kind: 'sentence', findingId, key } as const;
          return {
            context: { ...context, content: editText(context.content, context, target, text) },
          };
        },
    ),
    aKey.map(
      (key): Act =>
        ({ context }) => {
          const target = { kind: 'sentence', findingId, key } as const;
          return { context: { ...context, content: resetText(context.content, context, target) } };
        },
    ),
    fc.tuple(aSizeMm, aSizeMm, aSizeMm).map((sizes): Act => {
      const marks = sizeMarks(...sizes);
      const byId = Object.fromEntries(marks.map((mark) => [mark.id, mark]));
      return withFields({ marks: byId, ...sizesFromMarks(marks) });
    }),
    fc
      .tuple(fc.constantFrom(...SIZE_FIELDS), aSizeMm)
      .map(([field, mm]) => withFields({ [field]: Math.round(mm * 1000) })),
    fc.integer({ min: 0, max: 43_199 }).map((clockPositionSec) => withFields({ clockPositionSec })),
    fc.constant(withFields({ marks: {} })),
  );
};

/** Returns the texts of the only finding, joined. */
const writtenText = ({ content }: ReportContext): string =>
  content.findingTexts
    .flatMap(({ sentences, text }) => [...sentences.map((sentence) => sentence.text), text])
    .join('\n');

/** Returns whether a text states one of the planted sizes that the record doesn't have. */
function namesUnknownSize({ finding }: ReportFinding, text: string): boolean {
  const measured = sizesFromMarks(Object.values(finding.marks));
  const known = SIZE_FIELDS.flatMap((field) => [finding[field], measured[field]]);
  return SIZES.some(
    (mm) =>
      wordsOfSize(mm).some((words) => text.includes(words)) &&
      !known.some((um) => um !== null && Math.abs(um / 1000 - mm) < 0.06),
  );
}

describe('a report whose texts the reader edits while the record changes', () => {
  it('is blocked as long as the text of a finding names the other side, whatever a site sets', () => {
    let found = 0;
    const property = fc.property(
      fc.constantFrom(...SIDES).chain((side) => fc.tuple(fc.constant(side), acts(side))),
      ([side, done]) => {
        const { context } = done.reduce((state, act) => act(state), start(side));
        const text = writtenText(context);
        if (!OTHER_SIDE[side].some((words) => text.includes(words))) return;
        found += 1;
        const off = Object.fromEntries(
          [...sideTextChecks, ...valueTextChecks].map(({ id }) => [id, 'off'] as const),
        );
        const hits = checkReport(context, off).map(({ check, level }) => `${level} ${check}`);
        expect(hits).toContain('block side-in-finding-text');
      },
    );
    fc.assert(property, { numRuns: 400 });
    expect(found).toBeGreaterThan(50);
  });

  it('is blocked as long as it names a size that no mark measures and no reader typed', () => {
    let found = 0;
    const property = fc.property(acts('R'), (done) => {
      const { context } = done.reduce((state, act) => act(state), start('R'));
      const [finding] = context.findings;
      const isUnknown = namesUnknownSize(finding!, writtenText(context));
      if (isUnknown) found += 1;
      const hits = checkReport(context).filter(({ check }) => check === 'size-in-text');
      expect(hits.map(({ level }) => level)).toEqual(isUnknown ? ['block'] : []);
    });
    fc.assert(property, { numRuns: 400 });
    expect(found).toBeGreaterThan(50);
  });
});

const start = (side: Side): State => ({
  context: aReportContext({ findings: [aReportFinding({}, { side })] }),
});
const acts = (side: Side) => fc.array(anAct(side), { minLength: 1, maxLength: 8 });

/** Selections of the lists that describe findings. */
const someLabels = fc.record(
  Object.fromEntries(
    builtInLists
      .filter(({ describesFindings }) => describesFindings)
      .map(({ listId, maxItems, items }) => [
        listId,
        fc.subarray(
          items.map(({ id }) => id),
          { maxLength: maxItems ?? 3 },
        ),
      ]),
  ),
);
const aSizeUm = fc.option(fc.integer({ min: 100, max: 200_000 }));

describe('the text of the templates', () => {
  it('contradicts no record, in either language', () => {
    const property = fc.property(
      fc.record({
        side: fc.constantFrom(...SIDES),
        language: fc.constantFrom(...REPORT_LANGUAGES),
        annotationLabels: someLabels,
        biradsScore: fc.option(fc.integer({ min: 1, max: 9 })),
        clockPositionSec: fc.integer({ min: 0, max: 43_199 }),
        distanceFromNippleUm: fc.integer({ min: 0, max: 150_000 }),
        depthUm: fc.integer({ min: -2_000, max: 80_000 }),
        depthReference: fc.constantFrom('skin', 'transducer-face'),
        sizes: fc.tuple(aSizeUm, aSizeUm, aSizeUm),
        priorSizesUm: fc.tuple(aSizeUm, aSizeUm, aSizeUm),
        days: fc.integer({ min: 1, max: 3_000 }),
      }),
      ({ side, language, sizes, priorSizesUm, days, ...fields }) => {
        const clockDeg = (fields.clockPositionSec / 43_200) * 360;
        const quadrant = quadrantOf(side, clockDeg, fields.distanceFromNippleUm / 1000);
        const [massLengthUm, massWidthUm, massHeightUm] = sizes;
        const finding = aReportFinding(
          {
            ...fields,
            quadrant,
            clockPositionSec: quadrant === 'subareolar' ? null : fields.clockPositionSec,
            marks: [],
            ...{ massLengthUm, massWidthUm, massHeightUm },
          },
          { side, prior: { day: '2024-01-31', days, sizesUm: priorSizesUm } },
        );
        const context = aReportContext({ findings: [finding], content: { language } });
        const found = [...sideTextChecks, ...valueTextChecks].flatMap((check) =>
          check.find(context).map(({ message }) => message),
        );
        expect(found).toEqual([]);
      },
    );
    fc.assert(property, { numRuns: 400 });
  });
});
