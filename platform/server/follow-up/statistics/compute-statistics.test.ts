import { describe, expect, it } from 'vitest';
import { SCORES } from '#report';
import { computeStatistics } from './compute-statistics.ts';
import { aSignedStudy, READER_A, READER_B } from './test-support/a-signed-study.ts';

describe('statistics of signed studies', () => {
  it('count recalled screening studies over all screening studies', () => {
    const scores = [SCORES.B0, SCORES.B1, SCORES.B2, SCORES.B3, SCORES.B4A, SCORES.B5, SCORES.B6];
    const screening = scores.map((leftScore) => aSignedStudy({ leftScore }));
    const { recall, incomplete } = computeStatistics(screening);
    expect(recall).toMatchObject({ numerator: 4, denominator: 7 });
    expect(incomplete).toMatchObject({ numerator: 1, denominator: 7 });
  });

  it('recall a study for either breast', () => {
    const study = aSignedStudy({ leftScore: SCORES.B6, rightScore: SCORES.B3 });
    expect(computeStatistics([study]).recall).toMatchObject({ numerator: 1, denominator: 1 });
  });

  it('take studies for screening only if all indications are of screening', () => {
    const figures = computeStatistics([
      aSignedStudy({ indications: ['DENSE', 'HRISKSCR'] }),
      aSignedStudy({ indications: ['DENSE', 'MASS'], leftScore: SCORES.B5 }),
      aSignedStudy({ indications: [], leftScore: SCORES.B5 }),
    ]);
    expect(figures).toMatchObject({
      studies: 3,
      screening: 1,
      diagnostic: 1,
      withoutIndication: 1,
      recall: { numerator: 0, denominator: 1 },
    });
  });

  it('list categories by month and reader, of each breast and of the more severe one', () => {
    const { breasts, categories } = computeStatistics([
      aSignedStudy({ leftScore: SCORES.B2, rightScore: SCORES.B4A }),
      aSignedStudy({ leftScore: SCORES.B6, rightScore: SCORES.B0 }),
      aSignedStudy({ reader: READER_B, studyDay: '2026-02-28', leftScore: SCORES.B1 }),
    ]);
    expect(breasts).toBe(5);
    const rows = categories.map(({ unit, month, reader, counts, total }) => [
      `${unit} ${month} ${reader.name}`,
      counts.join(' '),
      total,
    ]);
    expect(rows).toEqual([
      ['STUDY 2026-02 Brown', '0 1 0 0 0 0 0 0 0', 1],
      ['STUDY 2026-03 Adams', '1 0 0 0 1 0 0 0 0', 2],
      ['BREAST 2026-02 Brown', '0 1 0 0 0 0 0 0 0', 1],
      ['BREAST 2026-03 Adams', '1 0 1 0 1 0 0 0 1', 4],
    ]);
  });

  it('give the median and the 90th percentile of the hours to the signature', () => {
    const studies = [1, 2, 3, 4, 11].map((hours) =>
      aSignedStudy({
        readableAt: '2026-03-05T00:00:00.000Z',
        signedAt: `2026-03-05T${String(hours).padStart(2, '0')}:00:00.000Z`,
      }),
    );
    const unknown = [
      aSignedStudy({ readableAt: null }),
      aSignedStudy({ readableAt: '2026-03-06T00:00:00.000Z' }),
    ];
    const { timeToSign, readers } = computeStatistics([...studies, ...unknown]);
    expect(timeToSign.studies).toBe(5);
    expect(timeToSign.medianHours).toBe(3);
    expect(timeToSign.p90Hours).toBeCloseTo(8.2, 6);
    expect(readers).toEqual([
      { reader: READER_A, studies: 7, recall: expect.anything(), timeToSign },
    ]);
  });

  it('are unknown, not zero, without studies', () => {
    const figures = computeStatistics([]);
    expect(figures.recall.value).toBeNull();
    expect(figures.timeToSign).toEqual({ studies: 0, medianHours: null, p90Hours: null });
    expect(figures.categories).toEqual([]);
  });
});
