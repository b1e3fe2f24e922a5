import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, Mark } from '#contracts';
import { autoGroup, groupFindings, ungroupFinding } from '#findings';
import { newId } from '#foundation';
import { aFinding, aLengthMark } from '#testing';

const scan = { id: newId() };
const userFinding = (
  overrides: Partial<Omit<Finding, 'marks'>> & { marks?: readonly Mark[] } = {},
) => aFinding({ scan, ...overrides });
const AI = { id: 'AI', labelColour: '#9B51E0' } as const;

/** Groups findings and returns the expected problem. */
function rejectionFor(target: Finding, ...sources: Finding[]) {
  const grouped = groupFindings(target, sources, {});
  if (grouped.ok) throw new Error('The findings were grouped');
  return grouped.problem;
}

describe('grouping', () => {
  it('moves all marks to the target and keeps its representative mark', () => {
    const target = userFinding({ note: 'One', biradsScore: 4 });
    const source = userFinding({ note: 'Two', recommendations: ['MRI'] });
    const grouped = groupFindings(target, [source], {});
    expect(grouped).toMatchObject({
      ok: true,
      value: { biradsScore: 4, note: 'One\nTwo', recommendations: ['MRI'], isMass: null },
    });
    const marks = grouped.ok ? Object.values(grouped.value.marks) : [];
    expect(marks.filter(({ rep }) => rep)).toEqual(Object.values(target.marks));
    expect(marks).toHaveLength(2);
  });

  it('rejects findings of the AI as target or source', () => {
    const message = 'The finding to group is not User generated finding';
    expect(rejectionFor(userFinding({ generator: AI }), userFinding()).title).toBe(message);
    expect(rejectionFor(userFinding(), userFinding({ generator: AI })).title).toBe(message);
  });

  it('rejects findings of two scans, deleted findings, and a finding with itself', () => {
    const target = userFinding();
    expect(rejectionFor(target, aFinding()).code).toBe('FINDINGS_OF_TWO_SCANS');
    expect(rejectionFor(target, userFinding({ deletedAt: '2026-01-01T00:00:00Z' })).code).toBe(
      'FINDING_DELETED',
    );
    expect(rejectionFor(target, target).code).toBe('SAME_FINDING');
  });

  it.each([
    ['biradsScore', 3, 5],
    ['isMass', true, false],
    ['massLengthUm', 9_000, 8_999],
    ['massWidthUm', 1, 2],
    ['massHeightUm', 0, 1],
    ['annotationLabels', { SHAPE: ['OVAL'] }, { SHAPE: ['ROUND'] }],
  ] as const)(
    'reports a conflict for different values of %s until resolved',
    (field, targetValue, sourceValue) => {
      const target = userFinding({ [field]: targetValue });
      const source = userFinding({ [field]: sourceValue });
      expect(rejectionFor(target, source)).toMatchObject({
        code: 'GROUPING_CONFLICT',
        fields: [field],
      });
      const resolved = groupFindings(target, [source], { [field]: sourceValue });
      expect(resolved).toMatchObject({ ok: true, value: { [field]: sourceValue } });
    },
  );

  it('reports no conflict for a missing value or for equal values in another order', () => {
    const target = userFinding({ annotationLabels: { MARGIN: ['ANG', 'INDIS'] } });
    const source = userFinding({ annotationLabels: { MARGIN: ['INDIS', 'ANG'] }, biradsScore: 7 });
    expect(groupFindings(target, [source, userFinding()], {})).toMatchObject({
      ok: true,
      value: { biradsScore: 7, annotationLabels: { MARGIN: ['ANG', 'INDIS'] } },
    });
  });

  it('names each field in which three findings differ', () => {
    const findings = [
      userFinding({ biradsScore: 1 }),
      userFinding({ isMass: true }),
      userFinding({ biradsScore: 2 }),
    ] as const;
    expect(rejectionFor(...findings).fields).toEqual(['biradsScore']);
  });
});

describe('ungrouping', () => {
  it('creates a finding for each mark, with the assessment of the group and the mark as representative', () => {
    const marks = [aLengthMark({ rep: false }), aLengthMark({ rep: true })];
    const split = ungroupFinding(userFinding({ marks, biradsScore: 5, note: 'All' }));
    const bodies = split.ok ? split.value : [];
    expect(bodies.map((body) => Object.keys(body.marks))).toEqual([[marks[1]!.id], [marks[0]!.id]]);
    for (const body of bodies) {
      expect(body).toMatchObject({ biradsScore: 5, note: 'All', massLengthUm: 12_000 });
      expect(Object.values(body.marks)[0]?.rep).toBe(true);
    }
  });

  it('rejects findings of the AI and findings with a single mark', () => {
    const marks = [aLengthMark(), aLengthMark()];
    const aiResult = ungroupFinding(userFinding({ marks, generator: AI }));
    expect(aiResult.ok ? null : aiResult.problem.code).toBe('NOT_USER_GENERATED');
    const single = ungroupFinding(userFinding());
    expect(single.ok ? null : single.problem.code).toBe('SINGLE_MARK');
  });
});

describe('grouping followed by ungrouping', () => {
  it('keeps every mark once, exactly as drawn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 }),
        (sizes) => {
          const findings = sizes.map((size) =>
            userFinding({ marks: Array.from({ length: size }, () => aLengthMark()) }),
          );
          const [target = userFinding(), ...sources] = findings;
          const grouped = groupFindings(target, sources, {});
          const merged = grouped.ok ? { ...target, ...grouped.value } : target;
          const split = ungroupFinding(merged);
          const marks = split.ok ? split.value.flatMap((body) => Object.values(body.marks)) : [];
          const geometryById = (list: readonly Mark[]) =>
            new Map(list.map(({ id, frame, markViewParams }) => [id, { frame, markViewParams }]));
          expect(geometryById(marks)).toEqual(
            geometryById(findings.flatMap((finding) => Object.values(finding.marks))),
          );
          expect(marks).toHaveLength(sizes.reduce((sum, size) => sum + size, 0));
        },
      ),
    );
  });
});

describe('autoGroup', () => {
  const across = aLengthMark({ start: { u: 0.3, v: 0.5 }, end: { u: 0.7, v: 0.5 }, rep: true });
  const down = (overrides: Parameters<typeof aLengthMark>[0] = {}) =>
    aLengthMark({ start: { u: 0.5, v: 0.3 }, end: { u: 0.5, v: 0.7 }, rep: false, ...overrides });
  const finding = userFinding({ marks: [across] });

  it('adds a new length to the finding of the crossed length, with the representative flag of that length', () => {
    const mark = down();
    expect(autoGroup(mark, [userFinding({ marks: [] }), finding])).toEqual({
      finding,
      mark: { ...mark, rep: true },
    });
  });

  it('counts a length that touches as crossing, but not a length that ends before', () => {
    expect(autoGroup(down({ end: { u: 0.5, v: 0.5 } }), [finding])).not.toBeNull();
    expect(autoGroup(down({ end: { u: 0.5, v: 0.49 } }), [finding])).toBeNull();
  });

  it('ignores a close parallel length', () => {
    const parallel = aLengthMark({ start: { u: 0.3, v: 0.501 }, end: { u: 0.7, v: 0.501 } });
    expect(autoGroup(parallel, [finding])).toBeNull();
  });

  it('ignores other plane views and other positions of the plane', () => {
    const { frame } = across;
    const deeper = { ...frame, originMm: [-30, 25, 20] as const };
    expect(autoGroup(down({ depth: 25, frame: deeper }), [finding])).toBeNull();
    expect(autoGroup(down({ planeView: 'SAG' }), [finding])).toBeNull();
  });

  it('ignores findings of the AI, deleted findings, and other mark types', () => {
    expect(autoGroup(down(), [userFinding({ marks: [across], generator: AI })])).toBeNull();
    const deleted = userFinding({ marks: [across], deletedAt: '2026-01-01T00:00:00Z' });
    expect(autoGroup(down(), [deleted])).toBeNull();
    expect(autoGroup({ ...down(), markType: 'ARROW' }, [finding])).toBeNull();
  });

  it('treats radial planes of 0 and 360 degrees as the same plane', () => {
    const radial = { planeView: 'RAD', rad: 0 } as const;
    const radialFinding = userFinding({ marks: [{ ...across, ...radial }] });
    expect(autoGroup(down({ ...radial, rad: 359.999 }), [radialFinding])).not.toBeNull();
    expect(autoGroup(down({ ...radial, rad: 359.9 }), [radialFinding])).toBeNull();
  });
});
