// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { escapeTarget } from './escape-target.ts';

const PAGE = `
  <div id="image"><canvas id="canvas"></canvas><input id="entry"></div>
  <input id="position"><textarea id="note"></textarea><button id="tool"></button>
  <div role="dialog"><button id="close"></button><input id="search"></div>
  <ul role="menu"><li id="item" tabindex="0"></li></ul>`;

beforeEach(() => {
  document.body.innerHTML = PAGE;
});

describe('Escape during a drawing', () => {
  it.each([
    ['canvas', 'image'],
    ['entry', 'image'],
    ['tool', 'page'],
    ['position', 'other'],
    ['note', 'other'],
    ['close', 'other'],
    ['search', 'other'],
    ['item', 'other'],
  ] as const)('pressed in %s acts on: %s', (id, where) => {
    const image = document.querySelector('#image');
    expect(escapeTarget(document.getElementById(id), image)).toBe(where);
  });

  it('pressed without focus acts on the page', () => {
    expect(escapeTarget(document.body, document.querySelector('#image'))).toBe('page');
    expect(escapeTarget(null, null)).toBe('page');
  });
});
