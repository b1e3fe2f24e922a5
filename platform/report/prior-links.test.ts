import { describe, expect, it } from 'vitest';
import { type KnownPriorFinding, linkedPrior, proposeLink } from './prior-links.ts';
import { aContent, aReportFinding } from './test-support/report-fixtures.ts';

type Fields = Parameters<typeof aReportFinding>[0];

const known = (id: string, fields: Fields = {}, day = '2025-11-20'): KnownPriorFinding => ({
  finding: aReportFinding({ id, ...fields }).finding,
  side: 'R',
  studyId: `study-of-${day}`,
  day,
});
const current = (id: string, fields: Fields = {}) => aReportFinding({ id, ...fields });

describe('the prior of a finding', () => {
  it('is the one that the reader has linked, with its sizes and the days in between', () => {
    const content = aContent({
      priorLinks: [
        {
          findingId: '00000000-0000-4000-8000-000000000001',
          priorFindingId: '00000000-0000-4000-8000-000000000002',
        },
      ],
    });
    const [link] = content.priorLinks;
    const prior = known(link?.priorFindingId ?? '', { massLengthUm: 9_000 });
    const item = current(link?.findingId ?? '');
    expect(linkedPrior(item, content, [prior], '2026-11-20')).toEqual({
      day: '2025-11-20',
      days: 365,
      sizesUm: [9_000, prior.finding.massWidthUm, prior.finding.massHeightUm],
    });
    expect(linkedPrior(current('another'), content, [prior], '2026-11-20')).toBeNull();
    expect(linkedPrior(item, content, [], '2026-11-20')).toBeNull();
  });

  it('is no finding of the other breast, as after the side of a scan was corrected', () => {
    const content = { priorLinks: [{ findingId: 'a', priorFindingId: 'p' }] };
    const other = { ...known('p'), side: 'L' } as const;
    expect(linkedPrior(current('a'), content, [other], '2026-11-20')).toBeNull();
  });

  it('is no finding of the same day or of a later one', () => {
    const content = { priorLinks: [{ findingId: 'a', priorFindingId: 'p' }] };
    expect(linkedPrior(current('a'), content, [known('p')], '2025-11-20')).toBeNull();
    expect(linkedPrior(current('a'), content, [known('p')], '2025-11-19')).toBeNull();
  });
});

describe('a proposed prior', () => {
  it('is the closest finding of the newest earlier study at the same location', () => {
    const item = current('a');
    const old = known('old', {}, '2024-01-10');
    const near = known('near', { distanceFromNippleUm: 36_000 });
    const far = known('far', { clockPositionSec: 10_800 });
    const proposed = proposeLink(item, [item], [old, far, near]);
    expect(proposed?.prior).toBe(near);
    expect(proposed?.distanceMm).toBeCloseTo(4);
  });

  it('is missing for a location of another clock position, depth or breast', () => {
    const item = current('a');
    expect(proposeLink(item, [item], [known('p', { clockPositionSec: 18_000 })])).toBeNull();
    expect(proposeLink(item, [item], [known('p', { depthUm: 35_000 })])).toBeNull();
    expect(proposeLink(item, [item], [{ ...known('p'), side: 'L' }])).toBeNull();
  });

  it('ignores depths of different references, and is missing without a nipple', () => {
    const item = current('a');
    const fromFace = known('p', { depthUm: 35_000, depthReference: 'transducer-face' });
    expect(proposeLink(item, [item], [fromFace])?.distanceMm).toBe(0);
    expect(proposeLink(item, [item], [known('p', { distanceFromNippleUm: null })])).toBeNull();
  });

  it('belongs to the finding that lies closer to it', () => {
    const prior = known('p');
    const close = current('close', { distanceFromNippleUm: 33_000 });
    const further = current('further', { distanceFromNippleUm: 40_000 });
    const both = [close, further];
    expect(proposeLink(close, both, [prior])?.prior).toBe(prior);
    expect(proposeLink(further, both, [prior])).toBeNull();
  });

  it('compares locations below the nipple, which have no clock position', () => {
    const below = { clockPositionSec: null, distanceFromNippleUm: 4_000 };
    const item = current('a', below);
    expect(proposeLink(item, [item], [known('p', below)])?.distanceMm).toBe(0);
  });
});
