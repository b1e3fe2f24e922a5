import { describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { newId } from '#foundation';
import { aScan, aStudy } from '#testing';
import { defaultStudyId, type JoinableStudy, joinConcern } from './study-choice.ts';

const scanned = (change: Partial<Scan> = {}): Scan =>
  aScan({ studyId: newId(), patientId: newId(), protocol: 'FULL', origin: 'SCANNED', ...change });
const joinable = (scans: readonly Scan[] = [], isOfVisit = true): JoinableStudy => ({
  study: aStudy({ id: newId() }),
  scans,
  isOfVisit,
  isSigned: false,
});
const signed = (): JoinableStudy => ({ ...joinable(), isSigned: true });
const FULL = { protocol: 'FULL' } as const;

describe('the study that a scan joins', () => {
  it('is that of this visit, also for the other breast, and a new one without such a study', () => {
    const study = joinable([scanned({ laterality: { id: 'L' } })]);
    expect(defaultStudyId([study], FULL, null)).toBe(study.study.id);
    expect(defaultStudyId([], FULL, null)).toBeNull();
  });

  it.each([
    ['an imported volume', joinable([scanned({ origin: 'IMPORTED' })]), 'imported'],
    ['another protocol', joinable([scanned({ protocol: 'UQQ' })]), 'protocol'],
    ['another visit', joinable([], false), 'visit'],
  ] as const)('is left to the operator where a study is of %s', (_, study, concern) => {
    expect(joinConcern(study, FULL)).toBe(concern);
    expect(defaultStudyId([study], FULL, null)).toBeUndefined();
    // An address that names the study is no consent either.
    expect(defaultStudyId([study], FULL, study.study.id)).toBeUndefined();
  });

  it('is never one whose report is signed: a new one, or the choice among the others', () => {
    const [reported, open] = [signed(), joinable()];
    expect(joinConcern(reported, FULL)).toBe('signed');
    expect(defaultStudyId([reported], FULL, null)).toBeNull();
    expect(defaultStudyId([reported], FULL, reported.study.id)).toBeNull();
    expect(defaultStudyId([reported, open], FULL, null)).toBe(open.study.id);
    // The operator asked for the signed study, so another one is no default.
    expect(defaultStudyId([reported, open], FULL, reported.study.id)).toBeUndefined();
  });

  it('ignores deleted scans', () => {
    const deletedAt = '2026-11-20T12:00:00.000Z';
    expect(joinConcern(joinable([scanned({ origin: 'IMPORTED', deletedAt })]), FULL)).toBeNull();
  });

  it('is that of the address among several of this visit; without an address the operator chooses', () => {
    const [first, second] = [joinable(), joinable()];
    expect(defaultStudyId([first, second], FULL, null)).toBeUndefined();
    expect(defaultStudyId([first, second], FULL, second.study.id)).toBe(second.study.id);
    expect(defaultStudyId([first], FULL, newId())).toBe(first.study.id);
  });
});
