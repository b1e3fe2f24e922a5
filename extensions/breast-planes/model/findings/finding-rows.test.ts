import { describe, expect, it } from 'vitest';
import type { Finding, Generator, MarkType, Scan } from '#contracts';
import { OPEN_AI_LAYER } from '#findings';
import { aFinding } from '#testing';
import {
  isShown,
  type ListChoice,
  type ListRow,
  listRows,
  priorRows,
  walkOrder,
} from './finding-rows.ts';

const scan = (id: string) => ({ id }) as Scan;
const finding = (id: string, generator: Generator = 'USER') =>
  ({ id, generator: { id: generator }, ai: null, deletedAt: null, marks: {} }) as Finding;
const hiddenIds = new Set(['hidden']);
const DEFAULT_CHOICE: ListChoice = {
  showsDetections: false,
  showsHidden: false,
  hiddenIds,
  aiLayer: OPEN_AI_LAYER,
};
const summaryOf = (rows: readonly ListRow[]) =>
  rows.map((row) => {
    if (row.kind === 'finding' || row.kind === 'prior-finding') return row.finding.id;
    if (row.kind === 'annotation') return row.finding.id;
    if (row.kind === 'annotations') return `annotations ${row.count}`;
    return row.kind === 'suggestions' ? `suggestions ${row.count}` : `${row.scan.id} ${row.count}`;
  });
/** Creates an undescribed finding with one mark of a type. */
function annotation(id: string, markType: MarkType = 'TEXT'): Finding {
  const [sample] = Object.values(aFinding().marks);
  if (sample === undefined) throw new Error('The sample finding has no mark');
  const sizes = { massLengthUm: null, massWidthUm: null, massHeightUm: null };
  const marks = { m: { ...sample, id: 'm', markType } };
  return { ...aFinding({ note: null }), ...sizes, id, marks, annotationLabels: {} };
}

describe('the list of findings', () => {
  it('leaves out deleted and hidden findings and disabled detections', () => {
    expect(isShown({ ...finding('a'), deletedAt: '2026-01-01T00:00:00Z' }, DEFAULT_CHOICE)).toBe(
      false,
    );
    expect(isShown(finding('hidden'), DEFAULT_CHOICE)).toBe(false);
    expect(isShown(finding('hidden'), { ...DEFAULT_CHOICE, showsHidden: true })).toBe(true);
    expect(isShown(finding('a', 'AIAD'), DEFAULT_CHOICE)).toBe(false);
    expect(isShown(finding('a', 'AI'), DEFAULT_CHOICE)).toBe(true);
  });

  it('groups findings by side if both were scanned, suggestions last', () => {
    const right = { scan: scan('R'), findings: [finding('a'), finding('d', 'AIAD')] };
    const left = { scan: scan('L'), findings: [finding('b', 'AI'), finding('hidden')] };
    expect(summaryOf(listRows([right], DEFAULT_CHOICE))).toEqual(['a', 'suggestions 1']);
    expect(summaryOf(listRows([right, left], DEFAULT_CHOICE))).toEqual([
      'R 1',
      'a',
      'L 1',
      'b',
      'suggestions 1',
    ]);
    const showAll = { ...DEFAULT_CHOICE, showsDetections: true, showsHidden: true };
    expect(summaryOf(listRows([right, left], showAll))).toEqual([
      'R 1',
      'a',
      'L 2',
      'b',
      'hidden',
      'suggestions 1',
      'd',
    ]);
  });

  it('folds annotations at the end of each side, without counting or walking them', () => {
    const right = { scan: scan('R'), findings: [annotation('t'), finding('a')] };
    const left = {
      scan: scan('L'),
      findings: [annotation('p', 'ARROW'), annotation('l', 'LENGTH')],
    };
    const folded = listRows([right, left], DEFAULT_CHOICE);
    expect(summaryOf(folded)).toEqual(['R 1', 'a', 'annotations 1', 'L 1', 'l', 'annotations 1']);
    const unfolded = listRows([right], DEFAULT_CHOICE, true);
    expect(summaryOf(unfolded)).toEqual(['a', 'annotations 1', 't']);
    expect(walkOrder(unfolded).map(({ id }) => id)).toEqual(['a']);
    const alone = listRows([{ scan: scan('R'), findings: [annotation('t')] }], DEFAULT_CHOICE);
    expect(summaryOf(alone)).toEqual(['annotations 1']);
  });

  it('shows no side headings while no findings are listed', () => {
    const bothSides = (...findings: readonly Finding[]) => [
      { scan: scan('R'), findings },
      { scan: scan('L'), findings: [] },
    ];
    expect(listRows(bothSides(), DEFAULT_CHOICE)).toEqual([]);
    expect(listRows(bothSides(finding('hidden')), DEFAULT_CHOICE)).toEqual([]);
    expect(summaryOf(listRows(bothSides(finding('d', 'AIAD')), DEFAULT_CHOICE))).toEqual([
      'R 0',
      'L 0',
      'suggestions 1',
    ]);
  });

  it('lists and counts only the proposals of the AI layer', () => {
    const scored = (id: string, score: number) =>
      ({ ...finding(id, 'AIAD'), ai: { runId: 'run', score, decision: null } }) as Finding;
    const findings = [scored('sure', 0.9), scored('unsure', 0.2)];
    const listed = [{ scan: scan('R'), findings }];
    const shown = { ...DEFAULT_CHOICE, showsDetections: true };
    const above = { ...shown, aiLayer: { ...OPEN_AI_LAYER, minScore: 0.5 } };
    expect(summaryOf(listRows(listed, above))).toEqual(['suggestions 1', 'sure']);
    const firstRead = { ...shown, aiLayer: { ...OPEN_AI_LAYER, hidden: true } };
    expect(listRows(listed, firstRead)).toEqual([]);
  });

  it('lists the proposal whose copy is edited although detections are off', () => {
    const original = finding('original', 'AIAD');
    const edited = { ...DEFAULT_CHOICE, aiLayer: { ...OPEN_AI_LAYER, keptFindingId: 'original' } };
    expect(isShown(original, edited)).toBe(true);
    expect(isShown(finding('other', 'AIAD'), edited)).toBe(false);
  });

  it('lists findings of a prior scan last and leaves them out of the order of next and previous', () => {
    const rows = [
      ...listRows([{ scan: scan('R'), findings: [finding('a')] }], DEFAULT_CHOICE),
      ...priorRows({ scan: scan('R-2025'), findings: [finding('old')] }),
    ];
    expect(summaryOf(rows)).toEqual(['a', 'R-2025 1', 'old']);
    expect(walkOrder(rows).map(({ id }) => id)).toEqual(['a']);
    expect(priorRows(null)).toEqual([]);
  });
});
