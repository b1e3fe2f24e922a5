import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import type { Action } from '../../platform/workstation/commands/list-actions.ts';
import { rankActions } from '../../platform/workstation/commands/rank-actions.ts';

const PATH = new URL('../../extensions/breast-planes/manifest.json', import.meta.url);
const { contributes } = manifestSchema.parse(JSON.parse(readFileSync(PATH, 'utf8')));
const actions = [...contributes.tools, ...contributes.commands].map(
  ({ id, title, searchWords }): Action => ({
    id: id.replace('breast-planes.', ''),
    title,
    searchWords,
    icon: undefined,
    group: 'Reading',
    key: null,
    reason: null,
    run: () => undefined,
  }),
);
const firstFor = (query: string) => rankActions(actions, query, [])[0]?.actions[0]?.action.id;

describe('the command palette of the reading room', () => {
  it.each([
    ['nipple mo', 'place-nipple'],
    ['move nipple', 'place-nipple'],
    ['hide lines', 'toggle-reference-lines'],
    ['hide marks', 'toggle-overlays'],
    ['measure', 'length'],
    ['distance', 'length'],
    ['circle', 'elliptical'],
    ['contour', 'freehand'],
    ['merge', 'group-finding'],
    ['split', 'ungroup-finding'],
    ['brightness', 'adjust'],
    ['full screen', 'maximise'],
    ['screenshot', 'save-picture'],
    ['bi-rads', 'describe'],
    ['description', 'edit-note'],
    ['csv', 'export-findings'],
    ['movie', 'cine'],
    ['synchron', 'link-views'],
    ['previous exam', 'compare-with'],
    ['next finding', 'next-finding'],
  ])('finds for "%s" the action %s', (query, id) => {
    expect(firstFor(query)).toBe(id);
  });

  it('finds nothing for words of no action', () => {
    expect(firstFor('qzx birthday')).toBeUndefined();
  });
});
