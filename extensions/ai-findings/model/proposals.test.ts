import { describe, expect, it } from 'vitest';
import type { AiRun, Finding, FindingAi } from '#contracts';
import { markInImage, OPEN_AI_LAYER } from '#findings';
import { aFinding, aScan } from '#testing';
import { listProposals, locationText, sizeText } from './proposals.ts';
import { excludedRunIds, runsByModel, shownRun } from './runs.ts';

const scan = aScan();
const DECISION = { by: null, at: '2026-01-01T00:00:00Z', reason: null } as const;

function proposal(label: number, score: number, change: Partial<FindingAi> = {}): Finding {
  const model = { name: 'Blobs', version: '1.0', weightsSha256: null, use: 'research' } as const;
  return aFinding({
    label,
    scan: { id: scan.id },
    generator: { id: 'AIAD', labelColour: '#FF5733' },
    ai: { runId: 'run', providerId: 'models.blobs', model, score, decision: null, ...change },
  });
}

const NO_IDS = new Set<string>();
const labels = (list: readonly { readonly finding: Finding }[]) =>
  list.map(({ finding }) => finding.label);

describe('the proposals of a study', () => {
  const findings = [
    proposal(1, 0.3),
    proposal(2, 0.9),
    proposal(3, 0.9),
    proposal(4, 0.5, { decision: { kind: 'ACCEPTED', ...DECISION } }),
    proposal(5, 0.8, { runId: 'older' }),
    aFinding({ label: 6, scan: { id: scan.id } }),
    proposal(7, 0.6, { runId: 'older', decision: { kind: 'REJECTED', ...DECISION } }),
  ];

  it('are sorted by score; those below the lowest score are counted, and decided ones of older runs stay listed', () => {
    const layer = { ...OPEN_AI_LAYER, minScore: 0.5, excludedRunIds: new Set(['older']) };
    const list = listProposals([{ scan, findings }], layer, NO_IDS);
    expect(labels(list.open)).toEqual([2, 3]);
    expect(labels(list.decided)).toEqual([7, 4]);
    expect(list.belowCount).toBe(1);
    expect(list.scores).toEqual([0.9, 0.9, 0.3]);
  });

  it('are not listed while the layer is hidden, or hidden one by one', () => {
    const hidden = listProposals([{ scan, findings }], { ...OPEN_AI_LAYER, hidden: true }, NO_IDS);
    expect([hidden.open, hidden.decided, hidden.belowCount]).toEqual([[], [], 0]);
    const hiddenIds = new Set(findings.slice(0, 2).map(({ id }) => id));
    const others = listProposals([{ scan, findings }], OPEN_AI_LAYER, hiddenIds);
    expect(labels(others.open)).toEqual([3, 5]);
  });
});

describe('the texts of a proposal', () => {
  it('name side, clock, distance and depth as far as known', () => {
    const located = aFinding({
      clockPositionSec: 10 * 3_600,
      distanceFromNippleUm: 32_400,
      depthUm: 14_000,
    });
    expect(locationText(located, scan)).toBe('R 10:00 · 32 mm FN · depth 14 mm');
    expect(locationText(aFinding({ depthUm: 14_000 }), scan)).toBe('R · depth 14 mm');
    expect(locationText(aFinding(), scan)).toBe('Location unknown');
  });

  it('name the image of a proposal without a location', () => {
    const mark = markInImage({
      id: 'mark',
      markType: 'SELECTMARK',
      plane: 'IMG',
      frame: { originMm: [0, 0, 2], right: [1, 0, 0], down: [0, 1, 0], widthMm: 9, heightMm: 9 },
      position: { sag: 0, tra: 0, depth: 0, rad: 0 },
      points: [{ u: 0.5, v: 0.5 }],
    });
    const inImage = aFinding({ marks: [mark] });
    expect(locationText(inImage, scan)).toBe('R · image 3');
  });

  it('give the sizes in reporting order', () => {
    const sized = aFinding({ massLengthUm: 12_400, massHeightUm: 8_400, massWidthUm: 9_000 });
    expect(sizeText(sized)).toBe('12.4 × 8.4 × 9.0 mm');
    expect(sizeText(aFinding())).toBeNull();
  });
});

describe('the runs of a study', () => {
  const run = (id: string, change: Partial<AiRun> = {}): AiRun => ({
    id,
    scanId: scan.id,
    task: 'DETECTION',
    providerId: 'models.blobs',
    generator: 'AIAD',
    model: { name: 'Blobs', version: '1.0', weightsSha256: null, use: 'research' },
    volumeFileId: null,
    imageFileId: null,
    jobId: null,
    messages: [],
    dropped: [],
    findingCount: 0,
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: null,
    ...change,
  });
  const newestFirst = [
    run('b2'),
    run('b1'),
    run('c1', { providerId: 'models.cascade' }),
    run('d1', { model: { name: 'Dots', version: '1.0', weightsSha256: null, use: 'research' } }),
    run('l1', { scanId: 'left' }),
    run('i3', { imageFileId: 'first' }),
    run('i2', { imageFileId: 'second' }),
    run('i1', { imageFileId: 'first' }),
    run('s2', { task: 'SEGMENTATION' }),
    run('s1', { task: 'SEGMENTATION' }),
  ];

  it('replace each other by scan, model and image, also of one provider; segmentations replace nothing', () => {
    expect([...excludedRunIds(newestFirst, NO_IDS)]).toEqual(['b1', 'i1']);
  });

  it('show the chosen run instead of the newest', () => {
    const chosen = new Set(['b1']);
    expect([...excludedRunIds(newestFirst, chosen)]).toEqual(['b2', 'i1']);
    const [blobs] = runsByModel(newestFirst, scan.id);
    expect(blobs && shownRun(blobs, chosen).id).toBe('b1');
  });
});
