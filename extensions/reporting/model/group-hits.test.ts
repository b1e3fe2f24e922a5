import { describe, expect, it } from 'vitest';
import type { CheckHit, CheckLevel } from '#report';
import { groupHits } from './group-hits.ts';

const hit = (check: string, id: string, level: CheckLevel = 'warn'): CheckHit => ({
  check,
  level,
  subject: { kind: 'finding', id },
  message: `${check} ${id}`,
});
const outline = (hits: readonly CheckHit[]) =>
  groupHits(hits).map((group) => group.hits.map(({ message }) => message));

describe('the grouping of the checks of a report', () => {
  it('puts three warnings of one check together at the position of the first', () => {
    expect(
      outline([hit('open', 'a'), hit('seen', 'b'), hit('open', 'c'), hit('open', 'd')]),
    ).toEqual([['open a', 'open c', 'open d'], ['seen b']]);
  });

  it('lists two warnings of one check one by one', () => {
    expect(outline([hit('open', 'a'), hit('open', 'b')])).toEqual([['open a'], ['open b']]);
  });

  it('never groups errors, nor counts them with the warnings of their check', () => {
    const errors = ['a', 'b', 'c'].map((id) => hit('open', id, 'block'));
    expect(outline([...errors, hit('open', 'd'), hit('open', 'e')])).toHaveLength(5);
  });
});
