import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, Mark } from '#contracts';
import { autoGroup, groupFindings, type PlaceFacts, ungroupFinding } from '#findings';
import { newId } from '#foundation';
import { aFinding, aLengthMark } from '#testing';

const NOWHERE: PlaceFacts = { side: 'L', nipple: null, geometry: null, skin: null };
const scan = { id: newId() };
const own = (wish: Partial<Omit<Finding, 'marks'>> & { marks?: readonly Mark[] } = {}) =>
  aFinding({ scan, ...wish });
const AI = { id: 'AI', labelColour: '#9B51E0' } as const;

/** Groups and expects a refusal. */
function refusedFor(target: Finding, ...sources: Finding[]) {
  const grouped = groupFindings(target, sources, {}, NOWHERE);
  if (grouped.ok) throw new Error('It was grouped');
  return grouped.problem;
}

describe('grouping', () => {
  it('puts all marks under the target, whose representative mark goes on to stand for them', () => {
    const target = own({ note: 'One', biradsScore: 4 });
    const source = own({ note: 'Two', recommendations: ['MRI'] });
    const grouped = groupFindings(target, [source], {}, NOWHERE);
    expect(grouped).toMatchObject({
      ok: true,
      value: { biradsScore: 4, note: 'One\nTwo', recommendations: ['MRI'], isMass: null },
    });
    const marks = grouped.ok ? Object.values(grouped.value.marks) : [];
    expect(marks.filter(({ rep }) => rep)).toEqual(Object.values(target.marks));
    expect(marks).toHaveLength(2);
  });

  it('refuses what is not made by a user, on either side', () => {
    const message = 'The finding to group is not User generated finding';
    expect(refusedFor(own({ generator: AI }), own()).title).toBe(message);
    expect(refusedFor(own(), own({ generator: AI })).title).toBe(message);
  });

  it('refuses findings of two scans, deleted ones, and a finding with itself', () => {
    const one = own();
    expect(refusedFor(one, aFinding()).code).toBe('FINDINGS_OF_TWO_SCANS');
    expect(refusedFor(one, own({ deletedAt: '2026-01-01T00:00:00Z' })).code).toBe(
      'FINDING_DELETED',
    );
    expect(refusedFor(one, one).code).toBe('SAME_FINDING');
  });

  it.each([
    ['biradsScore', 3, 5],
    ['isMass', true, false],
    ['massLengthUm', 9_000, 8_999],
    ['massWidthUm', 1, 2],
    ['massHeightUm', 0, 1],
    ['annotationLabels', { SHAPE: ['OVAL'] }, { SHAPE: ['ROUND'] }],
  ] as const)(
    'is a conflict where both say something else of %s, until it is resolved',
    (field, a, b) => {
      const target = own({ [field]: a });
      const source = own({ [field]: b });
      expect(refusedFor(target, source)).toMatchObject({
        code: 'GROUPING_CONFLICT',
        fields: [field],
      });
      const resolved = groupFindings(target, [source], { [field]: b }, NOWHERE);
      expect(resolved).toMatchObject({ ok: true, value: { [field]: b } });
    },
  );

  it('is no conflict where one of them says nothing, or both the same in another order', () => {
    const target = own({ annotationLabels: { MARGIN: ['ANG', 'INDIS'] } });
    const source = own({ annotationLabels: { MARGIN: ['INDIS', 'ANG'] }, biradsScore: 7 });
    expect(groupFindings(target, [source, own()], {}, NOWHERE)).toMatchObject({
      ok: true,
      value: { biradsScore: 7, annotationLabels: { MARGIN: ['ANG', 'INDIS'] } },
    });
  });

  it('names every field in which three findings differ', () => {
    const all = [own({ biradsScore: 1 }), own({ isMass: true }), own({ biradsScore: 2 })] as const;
    expect(refusedFor(...all).fields).toEqual(['biradsScore']);
  });
});

describe('ungrouping', () => {
  it('makes a finding of each mark, each its own representative, and says of each what was said of all', () => {
    const marks = [aLengthMark({ rep: false }), aLengthMark({ rep: true })];
    const split = ungroupFinding(own({ marks, biradsScore: 5, note: 'All' }), NOWHERE);
    const bodies = split.ok ? split.value : [];
    expect(bodies.map((body) => Object.keys(body.marks))).toEqual([[marks[1]!.id], [marks[0]!.id]]);
    for (const body of bodies) {
      expect(body).toMatchObject({ biradsScore: 5, note: 'All', massLengthUm: 12_000 });
      expect(Object.values(body.marks)[0]?.rep).toBe(true);
    }
  });

  it('refuses a finding of the AI and one with a single mark', () => {
    const marks = [aLengthMark(), aLengthMark()];
    const ofAi = ungroupFinding(own({ marks, generator: AI }), NOWHERE);
    expect(ofAi.ok ? null : ofAi.problem.code).toBe('NOT_USER_GENERATED');
    const single = ungroupFinding(own(), NOWHERE);
    expect(single.ok ? null : single.problem.code).toBe('SINGLE_MARK');
  });
});

describe('grouped and split again, in any number', () => {
  it('every mark is there once, exactly where it was drawn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 }),
        (sizes) => {
          const all = sizes.map((size) =>
            own({ marks: Array.from({ length: size }, () => aLengthMark()) }),
          );
          const [target = own(), ...sources] = all;
          const grouped = groupFindings(target, sources, {}, NOWHERE);
          const merged = grouped.ok ? { ...target, ...grouped.value } : target;
          const split = ungroupFinding(merged, NOWHERE);
          const marks = split.ok ? split.value.flatMap((body) => Object.values(body.marks)) : [];
          const places = (list: readonly Mark[]) =>
            new Map(list.map(({ id, frame, markViewParams }) => [id, { frame, markViewParams }]));
          expect(places(marks)).toEqual(places(all.flatMap((one) => Object.values(one.marks))));
          expect(marks).toHaveLength(sizes.reduce((sum, size) => sum + size, 0));
        },
      ),
    );
  });
});

describe('a new length groups itself', () => {
  const across = aLengthMark({ start: { u: 0.3, v: 0.5 }, end: { u: 0.7, v: 0.5 }, rep: true });
  const down = (wish: Parameters<typeof aLengthMark>[0] = {}) =>
    aLengthMark({ start: { u: 0.5, v: 0.3 }, end: { u: 0.5, v: 0.7 }, rep: false, ...wish });
  const finding = own({ marks: [across] });

  it('with the length that it crosses, and inherits its flag', () => {
    const mark = down();
    expect(autoGroup(mark, [own({ marks: [] }), finding])).toEqual({
      finding,
      mark: { ...mark, rep: true },
    });
  });

  it('also where it only touches, but not where it ends before', () => {
    expect(autoGroup(down({ end: { u: 0.5, v: 0.5 } }), [finding])).not.toBeNull();
    expect(autoGroup(down({ end: { u: 0.5, v: 0.49 } }), [finding])).toBeNull();
  });

  it('not with a parallel length at its side, however near', () => {
    const beside = aLengthMark({ start: { u: 0.3, v: 0.501 }, end: { u: 0.7, v: 0.501 } });
    expect(autoGroup(beside, [finding])).toBeNull();
  });

  it('not across planes, nor at another place of the plane', () => {
    const { frame } = across;
    const deeper = { ...frame, originMm: [-30, 25, 20] as const };
    expect(autoGroup(down({ depth: 25, frame: deeper }), [finding])).toBeNull();
    expect(autoGroup(down({ planeView: 'SAG' }), [finding])).toBeNull();
  });

  it('not with findings of the AI, deleted ones, or marks of another kind', () => {
    expect(autoGroup(down(), [own({ marks: [across], generator: AI })])).toBeNull();
    const gone = own({ marks: [across], deletedAt: '2026-01-01T00:00:00Z' });
    expect(autoGroup(down(), [gone])).toBeNull();
    expect(autoGroup({ ...down(), markType: 'ARROW' }, [finding])).toBeNull();
  });

  it('around the circle: two radial planes of 0 and 360 degrees are one', () => {
    const radial = { planeView: 'RAD', rad: 0 } as const;
    const first = own({ marks: [{ ...across, ...radial }] });
    expect(autoGroup(down({ ...radial, rad: 359.999 }), [first])).not.toBeNull();
    expect(autoGroup(down({ ...radial, rad: 359.9 }), [first])).toBeNull();
  });
});
