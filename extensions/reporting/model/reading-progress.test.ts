import { describe, expect, it } from 'vitest';
import { aFinding } from '#testing';
import {
  NO_PROGRESS,
  parseProgress,
  unreadFindings,
  withFinding,
  withPrior,
} from './reading-progress.ts';

const foreign = aFinding({
  id: 'foreign',
  createdBy: 'other',
  updatedBy: 'other',
  updatedAt: '2026-11-20T10:00:00.000Z',
});
const unreadAfter = (progress = NO_PROGRESS, finding = foreign) => [
  ...unreadFindings([finding], progress, 'me'),
];

describe('findings that the reader has not opened', () => {
  it('are those of another reader until they are opened', () => {
    expect(unreadAfter()).toEqual(['foreign']);
    expect(unreadAfter(withFinding(NO_PROGRESS, foreign))).toEqual([]);
  });

  it('are unread again after another reader has changed them', () => {
    const opened = withFinding(NO_PROGRESS, foreign);
    const changed = { ...foreign, updatedAt: '2026-11-20T11:00:00.000Z' };
    expect(unreadAfter(opened, changed)).toEqual(['foreign']);
    expect(unreadAfter(withFinding(opened, changed), changed)).toEqual([]);
  });

  it('are never own findings, nor those that the reader changed last', () => {
    expect(unreadAfter(NO_PROGRESS, { ...foreign, updatedBy: 'me' })).toEqual([]);
    const own = { ...foreign, createdBy: 'me', updatedBy: null };
    expect(unreadAfter(NO_PROGRESS, own)).toEqual([]);
  });

  it('are never proposals of a model', () => {
    expect(
      unreadAfter(NO_PROGRESS, { ...foreign, generator: { ...foreign.generator, id: 'AIAD' } }),
    ).toEqual([]);
  });
});

describe('the progress of a reader', () => {
  it('keeps its identity while nothing changes', () => {
    const progress = withPrior(withFinding(NO_PROGRESS, foreign), 'study');
    expect(withFinding(progress, foreign)).toBe(progress);
    expect(withPrior(progress, 'study')).toBe(progress);
  });

  it('survives a reload, and starts again from a value in another form', () => {
    const progress = withPrior(withFinding(NO_PROGRESS, foreign), 'study');
    expect(parseProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress);
    expect(parseProgress({ findings: 3 })).toBe(NO_PROGRESS);
    expect(parseProgress(null)).toBe(NO_PROGRESS);
  });
});
