// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { reportContentSchema } from '#contracts';
import type { KnownPriorFinding, ReportContext, ReportFinding } from '#report';
import { aFinding } from '#testing';
import { click, render, unmountAll, until } from '#ui/testing';
import type { ReportServices } from '../state/report-services.ts';
import { PriorLink } from './prior-link.tsx';

afterEach(unmountAll);

const PRIOR_ID = '00000000-0000-4000-8000-000000000002';
const located = {
  clockPositionSec: 36_000,
  distanceFromNippleUm: 30_000,
  depthUm: 12_000,
  depthReference: 'skin',
} as const;
const finding = aFinding({
  ...located,
  id: '00000000-0000-4000-8000-000000000001',
  label: 1,
  massLengthUm: 12_000,
});
const known: KnownPriorFinding = {
  finding: aFinding({
    ...located,
    id: PRIOR_ID,
    label: 3,
    massLengthUm: 10_000,
    distanceFromNippleUm: 34_000,
  }),
  side: 'R',
  studyId: 'prior',
  day: '2025-01-10',
};

async function open(
  priorFindings: readonly KnownPriorFinding[],
  linked: ReportFinding['prior'] = null,
) {
  const item: ReportFinding = { finding, side: 'R', prior: linked };
  const priorLinks = linked === null ? [] : [{ findingId: finding.id, priorFindingId: PRIOR_ID }];
  let content = reportContentSchema.parse({ priorLinks });
  const services = {
    background: { store: createStore(() => ({ priorFindings })) },
    report: {
      edit: (change: (before: typeof content) => typeof content) => {
        content = change(content);
      },
    },
  } as unknown as ReportServices;
  const context = { content, findings: [item] } as unknown as ReportContext;
  await render(<PriorLink services={services} context={context} item={item} disabled={false} />);
  return { links: () => content.priorLinks, text: () => document.body.textContent ?? '' };
}

describe('the prior of a finding in the report', () => {
  it('is not asked for without a finding of this breast in a prior', async () => {
    const { text } = await open([{ ...known, side: 'L' }]);
    expect(text()).toBe('');
  });

  it('is proposed by location and linked only by a press', async () => {
    const { text, links } = await open([known]);
    await until(() => text().includes('Close to this location (4 mm)'));
    expect(text()).toContain('2025-01-10, finding 3, 10.0 mm');
    expect(links()).toEqual([]);
    const [link] = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Link',
    );
    await click(link);
    expect(links()).toEqual([{ findingId: finding.id, priorFindingId: PRIOR_ID }]);
  });

  it('shows the growth once it is linked, and proposes nothing more', async () => {
    const prior = { day: known.day, days: 365, sizesUm: [10_000, null, null] } as const;
    const { text } = await open([known], prior);
    expect(text()).toContain('Longest diameter 10.0 mm, now 12.0 mm (+20 %).');
    expect(text()).not.toContain('Close to this location');
  });
});
