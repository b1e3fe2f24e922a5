import { expect, it } from 'vitest';
import { createPresentations, slabOf } from './presentations.ts';

it('shows the coronal as a 2 mm slab and the other views as slices by default and after a reset', () => {
  const presentations = createPresentations();
  const slab = (view: 'COR' | 'TRA' | 'CEN') => slabOf(presentations.store.getState(), view);
  expect(slab('COR')).toEqual({ kind: 'mean', thicknessMm: 2 });
  for (const view of ['TRA', 'CEN'] as const) expect(slab(view).thicknessMm).toBe(0);
  presentations.setSlab('COR', { kind: 'mean', thicknessMm: 0 });
  expect(slab('COR').thicknessMm).toBe(0);
  presentations.resetSlabs();
  expect(slab('COR').thicknessMm).toBe(2);
});

it('starts coronal views with the slab that the reader prefers, unless the reader chose another', () => {
  const presentations = createPresentations();
  const slab = (view: 'COR' | 'TRA') => slabOf(presentations.store.getState(), view).thicknessMm;
  presentations.setCoronalDefault(5);
  expect([slab('COR'), slab('TRA')]).toEqual([5, 0]);
  presentations.setSlab('COR', { kind: 'mean', thicknessMm: 1 });
  presentations.setCoronalDefault(10);
  expect(slab('COR')).toBe(1);
  presentations.resetSlabs();
  expect(slab('COR')).toBe(10);
  presentations.setCoronalDefault(null);
  expect(slab('COR')).toBe(2);
});
