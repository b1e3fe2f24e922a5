import { describe, expect, it } from 'vitest';
import { fail, problem } from '#foundation';
import { createOpenPlanes } from './open-planes.ts';

const open = async () => fail(problem('NO_PLANE', '', '', '', 'breast-planes'));

describe('the planes on the page', () => {
  it('are found by their cell until they leave the page', () => {
    const planes = createOpenPlanes();
    const first = planes.add('cor', open);
    expect(planes.find('cor')).toBe(open);
    expect(planes.find('tra')).toBeUndefined();
    first.dispose();
    expect(planes.find('cor')).toBeUndefined();
  });

  it('keep the newer plane of a cell when the older one leaves later', () => {
    const planes = createOpenPlanes();
    const older = planes.add('cor', open);
    const next = async () => open();
    planes.add('cor', next);
    older.dispose();
    expect(planes.find('cor')).toBe(next);
  });
});
