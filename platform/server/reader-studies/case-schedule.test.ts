import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  armsOf,
  casesOf,
  nextStep,
  type ScheduledReading,
  type ScheduledStudy,
} from './case-schedule.ts';

const ids = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, idx) => `${prefix}-${idx}`);

const aStudy = (fields: Partial<ScheduledStudy> = {}): ScheduledStudy => ({
  ...{ caseOrder: 'RANDOM', design: 'PLAIN', arm: 'WITHOUT_AI', washoutDays: 0, seed: 7 },
  studyIds: ids('case', 5),
  readerIds: ids('reader', 4),
  ...fields,
});

const completedAll = (study: ScheduledStudy, at: string): ScheduledReading[] =>
  study.studyIds.map((studyId) => ({ session: 1, studyId, completedAt: at, skippedAt: null }));

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe('the order of the cases', () => {
  it('has each case once, whatever seed, reader and session', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(1, 2),
        (seed, count, session) => {
          const study = aStudy({ seed, studyIds: ids('case', count) });
          const order = casesOf(study, 'reader-1', session);
          expect([...order].sort()).toEqual([...study.studyIds].sort());
        },
      ),
    );
  });

  it('is the same for the same seed and differs between readers, sessions and seeds', () => {
    const study = aStudy({ studyIds: ids('case', 30) });
    const order = casesOf(study, 'reader-1', 1);
    expect(casesOf({ ...study }, 'reader-1', 1)).toEqual(order);
    expect(casesOf(study, 'reader-2', 1)).not.toEqual(order);
    expect(casesOf(study, 'reader-1', 2)).not.toEqual(order);
    expect(casesOf({ ...study, seed: 8 }, 'reader-1', 1)).not.toEqual(order);
  });

  it('puts each case in each place about equally often', () => {
    const firsts = Array.from({ length: 2_000 }, (_, seed) =>
      casesOf(aStudy({ seed, studyIds: ids('case', 4) }), 'reader-1', 1).indexOf('case-0'),
    );
    for (const place of [0, 1, 2, 3]) {
      const count = firsts.filter((first) => first === place).length;
      // Expected 500, standard deviation 19.
      expect(count).toBeGreaterThan(400);
      expect(count).toBeLessThan(600);
    }
  });

  it('is that of the list if the order is fixed', () => {
    const study = aStudy({ caseOrder: 'FIXED' });
    expect(casesOf(study, 'reader-3', 1)).toEqual(study.studyIds);
  });
});

describe('the arms of a crossover', () => {
  it('are begun by half of the readers each, and every reader has both', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 50 }), (seed, count) => {
        const readerIds = ids('reader', count);
        const study = aStudy({ seed, design: 'CROSSOVER', readerIds });
        const arms = readerIds.map((id) => armsOf(study, id));
        expect(arms.filter(([first]) => first === 'WITH_AI')).toHaveLength(Math.floor(count / 2));
        for (const both of arms) expect([...both].sort()).toEqual(['WITHOUT_AI', 'WITH_AI']);
      }),
    );
  });
});

describe('the next step of a reader', () => {
  const crossover = aStudy({ design: 'CROSSOVER', washoutDays: 28 });
  const all = new Set(crossover.studyIds);
  const END = '2026-03-01T10:00:00.000Z';
  const stepAt = (iso: string) =>
    nextStep(crossover, 'reader-0', completedAll(crossover, END), all, Date.parse(iso));

  it('reads the cases one after the other, each once per session', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const study = aStudy({ seed, design: 'CROSSOVER' });
        const readings: ScheduledReading[] = [];
        const taken: string[] = [];
        for (;;) {
          const step = nextStep(study, 'reader-2', readings, all, Date.parse(END));
          if (step.kind !== 'CASE') break;
          readings.push({
            session: step.session,
            studyId: step.studyId,
            completedAt: END,
            skippedAt: null,
          });
          taken.push(`${step.session} ${step.studyId}`);
        }
        expect(new Set(taken).size).toBe(10);
        expect(taken).toHaveLength(10);
        expect(taken.slice(0, 5).every((text) => text.startsWith('1 '))).toBe(true);
      }),
    );
  });

  it('waits for the end of the washout after the last case of session 1', () => {
    expect(stepAt('2026-03-29T09:59:59.999Z')).toEqual({
      kind: 'WASHOUT',
      session: 2,
      opensAtMs: Date.parse('2026-03-29T10:00:00.000Z'),
    });
    expect(stepAt('2026-03-29T10:00:00.000Z')).toMatchObject({
      kind: 'CASE',
      session: 2,
      position: 1,
    });
  });

  it('changes the arm in session 2', () => {
    const first = nextStep(crossover, 'reader-0', [], all, 0);
    const second = stepAt('2026-04-01T00:00:00.000Z');
    expect([first, second].map((step) => 'arm' in step && step.arm).sort()).toEqual([
      'WITHOUT_AI',
      'WITH_AI',
    ]);
  });

  it('repeats a case that ended without ratings', () => {
    const study = aStudy({ caseOrder: 'FIXED' });
    const readings = [{ session: 1, studyId: 'case-0', completedAt: null, skippedAt: null }];
    const step = nextStep(study, 'reader-0', readings, all, 0);
    expect(step).toMatchObject({ kind: 'CASE', studyId: 'case-0', position: 1 });
  });

  it('does not repeat a case that the reader has left for good, which also begins the washout', () => {
    const study = aStudy({ caseOrder: 'FIXED', studyIds: ['case-0'], design: 'CROSSOVER' });
    const readings = [{ session: 1, studyId: 'case-0', completedAt: null, skippedAt: END }];
    const step = nextStep({ ...study, washoutDays: 1 }, 'reader-0', readings, all, Date.parse(END));
    expect(step).toMatchObject({ kind: 'WASHOUT', session: 2 });
  });

  it('skips deleted cases and keeps the positions of the others', () => {
    const study = aStudy({ caseOrder: 'FIXED' });
    const step = nextStep(study, 'reader-0', [], new Set(['case-2']), 0);
    expect(step).toMatchObject({ kind: 'CASE', studyId: 'case-2', position: 3 });
    expect(nextStep(study, 'reader-0', [], new Set(), 0)).toEqual({ kind: 'DONE', session: 1 });
  });
});
