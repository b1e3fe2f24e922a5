// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Evaluation, EvaluationSet } from '#contracts';
import type { ExtensionContext } from '#core';
import { errorResponse, type FakePlatform, fakePlatform, okResponse } from '#core/testing';
import { newId, type Token } from '#foundation';
import { click, createQueryRoot, render, type, unmountAll, until } from '#ui/testing';
import { evaluationTexts as texts } from '../../texts/evaluation-texts.ts';
import { EvaluationsPage } from './evaluations-page.tsx';

afterEach(async () => {
  await unmountAll();
  window.location.hash = '';
});

const AT = '2026-11-20T10:00:00.000Z';
const MODEL = {
  task: 'DETECTION',
  providerId: 'ai-findings.lesion-detector',
  modelName: 'Blobs',
  modelVersion: '1.0',
} as const;
const SET: EvaluationSet = {
  id: newId(),
  name: 'Spring',
  origin: 'PHANTOM',
  sealed: true,
  scanCount: 3,
  evaluationCount: 2,
  createdAt: AT,
  createdBy: null,
};
const figure = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
const failure = {
  findingId: newId(),
  label: 4,
  scanId: newId(),
  scanLabel: 'R1',
  studyId: newId(),
  score: null,
  sizeMm: 12,
};
const EVALUATION: Evaluation = {
  id: newId(),
  ...MODEL,
  setId: SET.id,
  setName: SET.name,
  origin: 'PHANTOM',
  sealed: true,
  number: 3,
  meanSensitivity: figure(0.5),
  createdAt: AT,
  createdBy: null,
  result: {
    counts: {
      ...{ scans: 2, patients: 2, scanned: 2, imported: 0, unavailable: 0, withoutRun: [newId()] },
      ...{ lesions: 4, fromProposals: 1, withoutPlace: 0, proposals: 9, hits: 2 },
      falsePositives: 7,
    },
    froc: {
      meanSensitivity: figure(0.5),
      points: [
        { falsePositives: 0.125, sensitivity: figure(0.25), threshold: 0.9 },
        { falsePositives: 8, sensitivity: figure(0.75), threshold: null },
      ],
      curve: [
        [0, 0],
        [0.5, 0.25],
        [3, 0.75],
      ],
    },
    strata: [
      {
        ...{ kind: 'SIZE', value: 'FROM_10', scans: null, lesions: 4, found: 2 },
        sensitivity: figure(0.5),
        falsePositivesPerScan: null,
      },
    ],
    calibration: {
      error: figure(0.2),
      bins: [{ from: 0.9, to: 1, count: 9, meanScore: 0.95, hitShare: 0.4 }],
    },
    nipple: { scans: 2, medianMm: figure(4.2), p95Mm: figure(9) },
    outlines: null,
    missed: [failure],
    falsePositives: [],
    sealedSets: [{ name: SET.name, evaluationCount: 3 }],
  },
};

const pageOf = (items: readonly unknown[]) =>
  okResponse({ items, total: items.length, nextCursor: null });

async function open(
  prepare: (platform: FakePlatform) => void = () => undefined,
): Promise<FakePlatform> {
  const platform = await fakePlatform('PHYSICIAN');
  const { server } = platform.backend;
  server.handle('listEvaluatedModels', () => pageOf([{ ...MODEL, scanCount: 2 }]));
  server.handle('listEvaluationSets', () => pageOf([SET]));
  server.handle('listEvaluations', () => pageOf([]));
  server.handle('listScansWithoutRun', () => okResponse({ scanIds: [newId()], total: 3 }));
  server.handle('getEvaluation', () => okResponse(EVALUATION));
  server.handle('getFailureImage', () => okResponse({ imageBase64: null }));
  prepare(platform);
  const services = new Map<unknown, unknown>(platform.provisions);
  const context = {
    use: <T,>(token: Token<T>) => services.get(token) as T,
  } as unknown as ExtensionContext;
  await render(createQueryRoot()(<EvaluationsPage context={context} />));
  return platform;
}

const shown = () => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** Chooses the only option of a dropdown. */
async function choose(label: string): Promise<void> {
  const trigger = [...document.querySelectorAll('button')].find((candidate) =>
    candidate
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .some((id) => document.getElementById(id)?.textContent === label),
  );
  await click(trigger);
  await until(() => document.querySelectorAll('[role=option]').length > 0);
  await click([...document.querySelectorAll('[role=option]')].at(-1));
}

describe('the page of the evaluations', () => {
  it('says what to do without evaluations', async () => {
    await open();
    await until(() => shown().includes(texts.list.empty));
  });

  it('evaluates the chosen model on the chosen set and opens the result', async () => {
    const bodies: unknown[] = [];
    const platform = await open(({ backend }) =>
      backend.server.handle('createEvaluation', ({ body }) => {
        bodies.push(body);
        return okResponse(EVALUATION);
      }),
    );
    await until(() => shown().includes(texts.list.empty));
    await choose(texts.form.model);
    await choose(texts.form.set);
    await until(() => shown().includes(texts.form.missing(1, 3)));
    expect(shown()).toContain(texts.form.touched(2));
    await click(button(texts.form.evaluate));
    await until(() => platform.visited.length > 0);
    expect(bodies).toEqual([{ ...MODEL, setId: SET.id }]);
    expect(platform.visited).toEqual([`/evaluations?id=${EVALUATION.id}`]);
  });

  it('queues the built-in detection for the scans without a run', async () => {
    const scanIds = [newId(), newId()];
    const queued: unknown[] = [];
    await open(({ backend }) => {
      backend.server.handle('listScansWithoutRun', () => okResponse({ scanIds, total: 3 }));
      backend.server.handle('queueJob', ({ body }) => {
        queued.push((body as { entityId: string }).entityId);
        return errorResponse(409, 'JobAlreadyQueued', 'No');
      });
    });
    await until(() => shown().includes(texts.list.empty));
    await choose(texts.form.model);
    await choose(texts.form.set);
    await until(() => button(texts.form.queue) !== undefined);
    await click(button(texts.form.queue));
    await until(() => shown().includes(texts.form.queuedNext));
    expect(queued).toEqual(scanIds);
  });

  it('shows why an evaluation is refused', async () => {
    await open(({ backend }) =>
      backend.server.handle('createEvaluation', () =>
        errorResponse(409, 'Conflict', 'No scan of the set has a run of this model.'),
      ),
    );
    await until(() => shown().includes(texts.list.empty));
    await choose(texts.form.model);
    await choose(texts.form.set);
    await click(button(texts.form.evaluate));
    await until(() => shown().includes('No scan of the set has a run of this model'));
  });

  it('creates a set only with a name and with what the images show', async () => {
    const bodies: unknown[] = [];
    await open(({ backend }) =>
      backend.server.handle('createEvaluationSet', ({ body }) => {
        bodies.push(body);
        return okResponse(SET);
      }),
    );
    await until(() => shown().includes(texts.list.empty));
    await click(button(texts.newSet.create));
    await until(() => shown().includes(texts.newSet.nameMissing));
    expect(shown()).toContain(texts.newSet.originMissing);
    expect(bodies).toEqual([]);
    await type(document.querySelector('form input'), 'Spring');
    await click(
      [...document.querySelectorAll('label')]
        .find(({ textContent }) => textContent === texts.origins.PHANTOM)
        ?.querySelector('input'),
    );
    await click(button(texts.newSet.create));
    await until(() => bodies.length > 0);
    const filter = { onlySigned: false, hasFindings: true };
    expect(bodies).toEqual([{ name: 'Spring', origin: 'PHANTOM', sealed: false, filter }]);
  });
});

describe('the page of one evaluation', () => {
  const openResult = async (): Promise<void> => {
    window.location.hash = `#/evaluations?id=${EVALUATION.id}`;
    await open();
    await until(() => shown().includes(texts.strata.title));
  };

  it('says what the images show, how often the sealed set was used and what is left out', async () => {
    await openResult();
    for (const text of [
      texts.origins.PHANTOM,
      texts.result.sealed('Spring', 3),
      texts.result.withoutRun(1),
      texts.result.fromProposals(1, 4),
    ]) {
      expect(shown()).toContain(text);
    }
  });

  it('has figures with intervals in tables beside named charts', async () => {
    await openResult();
    const charts = [...document.querySelectorAll('svg[role=img]')];
    expect(charts.map((chart) => chart.getAttribute('aria-label'))).toEqual([
      texts.froc.chart,
      texts.calibration.chart,
    ]);
    const cells = [...document.querySelectorAll('tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(cells).toContainEqual(['1/8', '0.25', '0.15–0.35', '0.90']);
    expect(cells).toContainEqual(['10 to 20 mm', '', '2 of 4', '0.50', '0.40–0.60', '']);
    expect(cells).toContainEqual(['Nipple, median error in 2 scans', '4.2 mm', '4.1–4.3']);
    expect(shown()).toContain(texts.other.noOutlines);
  });

  it('links each failure to its finding in the reading page', async () => {
    await openResult();
    const link = document.querySelector('[data-testid=failures-missed] a');
    const { studyId, scanId, findingId } = failure;
    expect(link?.getAttribute('href')).toBe(
      `#/scan?study=${studyId}&scan=${scanId}&finding=${findingId}`,
    );
    expect(link?.textContent).toBe('No imageR1, finding 4No proposal12 mm');
    expect(shown()).toContain('Missed findings (1 of 2)');
    expect(shown()).toContain(texts.failures.noFalsePositives);
  });

  it('draws the curve in steps from the origin to the right edge', async () => {
    await openResult();
    const path = document.querySelector('svg[role=img] path')?.getAttribute('d') ?? '';
    // The chart ends at 3 false positives, x 64 to 464; y 236 is 0 and 12 is 1.
    expect(path.replace(/(\d+\.\d)\d+/g, '$1')).toBe('M64 236H64V236H130.6V180H464V68H464');
  });

  it('returns to the list when the address loses the evaluation', async () => {
    await openResult();
    await act(async () => {
      window.location.hash = '#/evaluations';
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await until(() => shown().includes(texts.list.empty));
  });
});
