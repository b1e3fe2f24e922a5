import { describe, expect, it } from 'vitest';
import { builtInLists } from '#contracts';
import type { Vec3 } from '#geometry';
import { DEFAULT_DEVICE_SETTINGS } from '../../model/index.ts';
import { frameSimulator } from '../imaging/image-formation.ts';
import { randomOf } from '../math/random.ts';
import { blockPhantom, fineFrame, meanOf, sampleAtDepth } from '../test-support/block.ts';
import { drawLesion, KIND_WEIGHTS, type LesionDraw, type LesionKind } from './lesion-kinds.ts';
import { insertLesion } from './lesions.ts';

const FAT_DB = -13;
const COUNT_PER_KIND = 60;
const DRAWN = KIND_WEIGHTS.flatMap(([kind]) =>
  Array.from({ length: COUNT_PER_KIND }, (_, n) => drawLesion(kind, randomOf(n + 1, 9), FAT_DB)),
);
const drawnOf = (kind: LesionKind): readonly LesionDraw[] =>
  DRAWN.filter((draw) => draw.kind === kind);

describe('the descriptors of a drawn lesion', () => {
  it('are entries of the lists', () => {
    const idsOf = (listId: string) =>
      builtInLists.find((list) => list.listId === listId)?.items.map(({ id }) => id) ?? [];
    for (const { descriptors } of DRAWN) {
      const { shape, orientation, margin, echoPattern, posterior, massType } = descriptors;
      const coded = [
        [shape, 'SHAPE'],
        [orientation, 'ORIENTATION'],
        [echoPattern, 'ECHO_PATTERN'],
        [posterior, 'POSTERIOR'],
        [massType, 'MASS_TYPE'],
        ...margin.map((code) => [code, 'MARGIN'] as const),
      ] as const;
      for (const [code, list] of coded) if (code !== null) expect(idsOf(list)).toContain(code);
    }
  });

  it('never report a shadow for cysts, and mostly report a shadow for large cancers', () => {
    expect(drawnOf('cyst').some(({ descriptors }) => descriptors.posterior === 'SHADOW')).toBe(
      false,
    );
    const large = drawnOf('cancer').filter(({ radiiMm }) => radiiMm[1] > 5);
    const shadows = large.filter(({ descriptors }) => descriptors.posterior === 'SHADOW');
    expect(shadows.length).toBeGreaterThan(0.6 * large.length);
  });

  it('agree with the shape: parallel fibroadenomas and nodes, non-parallel cancers', () => {
    for (const { radiiMm } of [...drawnOf('fibroadenoma'), ...drawnOf('lymph-node')]) {
      expect(radiiMm[1]).toBeLessThan(0.85 * Math.max(radiiMm[0], radiiMm[2]));
    }
    for (const { radiiMm } of drawnOf('cancer')) {
      expect(radiiMm[1]).toBeGreaterThan(0.85 * Math.max(radiiMm[0], radiiMm[2]));
    }
  });

  it('differ from lesion to lesion', () => {
    for (const [kind] of KIND_WEIGHTS) {
      expect(new Set(drawnOf(kind).map(({ radiiMm }) => radiiMm[0])).size).toBe(COUNT_PER_KIND);
    }
  });
});

const SAMPLES = 400;
const PITCH_MM = 0.25;
const FRAME = fineFrame(120, PITCH_MM, SAMPLES);
const lineAt = (mm: number): number => Math.round(mm / PITCH_MM);
const CENTRE: Vec3 = [0, 20, 15];

/**
 * Simulates a lesion in gland, in the frame through its centre. `mean` returns the mean grey level
 * of a rectangle, given by its lateral centre and half width and by its depth and half height.
 */
function simulateLesion(kind: LesionKind, change: Partial<LesionDraw> = {}) {
  const block = blockPhantom(34, 3);
  const draw = drawLesion(kind, randomOf(5, 9), FAT_DB);
  const lesion = insertLesion(block.field, { ...draw, ...change }, CENTRE, 0, 1);
  const phantom = { ...block, lesions: [lesion] };
  const settings = { ...DEFAULT_DEVICE_SETTINGS, compound: false };
  const grey = frameSimulator(phantom, FRAME, settings).frameAt(0, 1);
  const mean = (mm: number, halfMm: number, depthMm: number, halfDepthMm: number): number =>
    meanOf(
      grey,
      SAMPLES,
      [lineAt(mm - halfMm), lineAt(mm + halfMm)],
      [sampleAtDepth(depthMm - halfDepthMm), sampleAtDepth(depthMm + halfDepthMm)],
    );
  return { lesion, mean, grey };
}

describe('the simulated image', () => {
  it('shows a cancer dark, with a shadow behind', () => {
    const { mean } = simulateLesion('cancer', { radiiMm: [6, 6.5, 6] });
    expect(mean(15, 2, 20, 2)).toBeLessThan(mean(26, 2, 20, 2) - 40);
    expect(mean(15, 2, 33, 3)).toBeLessThan(mean(26, 2, 33, 3) - 10);
  });

  it('shows a cyst almost black, with enhancement behind', () => {
    const { mean } = simulateLesion('cyst', { radiiMm: [6, 5.5, 6] });
    expect(mean(15, 2, 20, 2)).toBeLessThan(25);
    expect(mean(15, 2, 33, 3)).toBeGreaterThan(mean(26, 2, 33, 3) + 10);
  });

  it('shows a lymph node with a bright hilum within a dark rim', () => {
    const { lesion, mean } = simulateLesion('lymph-node', { radiiMm: [7, 5, 7] });
    const [, dy, dz] = lesion.core!.at;
    const hilum = mean(15 + 7 * dz, 1, 20 + 5 * dy, 1);
    expect(hilum).toBeGreaterThan(mean(15, 1.5, 20 + 3.9, 0.5) + 25);
  });

  it('shows calcifications as bright points in otherwise unchanged tissue', () => {
    const { mean, grey } = simulateLesion('calcifications', {
      radiiMm: [4, 4, 4],
      calcifications: 30,
    });
    const maxLevel = (fromMm: number, toMm: number): number => {
      let max = 0;
      for (let line = lineAt(fromMm); line < lineAt(toMm); line += 1) {
        for (let j = sampleAtDepth(16); j < sampleAtDepth(24); j += 1)
          max = Math.max(max, grey[line * SAMPLES + j] ?? 0);
      }
      return max;
    };
    expect(maxLevel(11, 19)).toBeGreaterThan(maxLevel(22, 30) + 15);
    expect(mean(15, 1, 28, 1)).toBeGreaterThan(60);
  });
});
