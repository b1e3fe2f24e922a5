import { describe, expect, it } from 'vitest';
import { aScan, aStudy } from '#testing';
import { missingSide, scannedSides } from './scanned-sides.ts';
import type { JoinableStudy } from './study-choice.ts';

const TIME = '2026-11-20T10:12:00Z';
const right = aScan({ scanState: 'C', acquisitionTime: TIME });
const left = { ...right, laterality: { id: 'L' as const } };
const joined = (scans: JoinableStudy['scans'], isOfVisit = true): JoinableStudy => ({
  study: aStudy(),
  scans,
  isOfVisit,
  isSigned: false,
});

describe('the sides scanned in a study', () => {
  it('have the time of the newest completed scan', () => {
    const later = { ...right, acquisitionTime: '2026-11-20T10:30:00Z' };
    const sides = scannedSides(joined([later, right]));
    expect([...sides]).toEqual([['R', '2026-11-20T10:30:00Z']]);
    expect(missingSide(sides)).toBe('L');
  });

  it('exclude stopped, deleted and imported scans and other visits', () => {
    const stopped = { ...left, scanState: 'I' as const };
    const deleted = { ...left, deletedAt: TIME };
    const imported = { ...left, origin: 'IMPORTED' as const };
    expect(scannedSides(joined([stopped, deleted, imported])).size).toBe(0);
    expect(scannedSides(joined([right], false)).size).toBe(0);
    expect(scannedSides(undefined).size).toBe(0);
  });

  it('leave no side to preselect when none or both were scanned', () => {
    expect(missingSide(scannedSides(joined([])))).toBeNull();
    expect(missingSide(scannedSides(joined([right, left])))).toBeNull();
  });
});
