import { expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { aScan } from '#testing';
import { buildReportContext } from './build-context.ts';
import { aContent, aReportFinding } from './test-support/report-fixtures.ts';

const scan: Scan = { ...aScan(), id: 'scan-R', laterality: { id: 'R' }, scanState: 'C' };
const { finding } = aReportFinding();

const contextOf = (findings: Parameters<typeof buildReportContext>[0]['findings']) =>
  buildReportContext({
    patient: { sex: 'FEMALE' },
    study: { createdAt: '2026-11-20T09:00:00.000Z', indications: ['DENSE'] },
    scans: [scan],
    findings,
    priors: null,
    content: aContent({}),
    readerId: 'reader',
    addendumText: null,
  });

it('a report has no annotations, until a reader describes them or measures in them', () => {
  const [mark] = Object.values(finding.marks);
  if (mark === undefined) throw new Error('The finding has no mark');
  const arrow = {
    ...finding,
    ...{ id: 'arrow', note: null, biradsScore: null, isMass: null },
    ...{ massLengthUm: null, massWidthUm: null, massHeightUm: null },
    annotationLabels: {},
    recommendations: [],
    marks: { a: { ...mark, id: 'a', markType: 'ARROW' as const } },
  };
  const described = { ...arrow, id: 'described', biradsScore: 4 };
  const measured = { ...arrow, id: 'measured', marks: { ...arrow.marks, [mark.id]: mark } };
  const { findings } = contextOf([arrow, described, measured]);
  expect(findings.map((item) => item.finding.id)).toEqual(['described', 'measured']);
});

it('a report has the findings of readers, without those of models and of reader studies', () => {
  const ofModel = { ...finding, id: 'ai', generator: { ...finding.generator, id: 'AI' as const } };
  const ofStudy = { ...finding, id: 'study', ofReaderStudy: true as const };
  const deleted = { ...finding, id: 'deleted', deletedAt: '2026-11-20T10:00:00.000Z' };
  const { findings } = contextOf([finding, ofModel, ofStudy, deleted]);
  expect(findings.map((item) => item.finding.id)).toEqual([finding.id]);
});

it('a study is screening only by its indications', () => {
  expect(contextOf([]).isScreening).toBe(true);
});
