// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { focusActiveView, focusNextView, hasViews } from './focus-active-view.ts';

const view = (id: string, inside: string, attributes = ''): string =>
  `<div data-cell="${id}" ${attributes}><button>Play</button>${inside}</div>`;
const imageArea = (id: string): string => `<div tabindex="0" id="${id}"></div>`;

beforeEach(() => {
  document.body.innerHTML = [
    view('main', imageArea('one')),
    view('covered', imageArea('none'), 'inert'),
    view('failed', ''),
    view('side', imageArea('two')),
  ].join('');
});
afterEach(() => {
  document.body.innerHTML = '';
});

const focused = (): string | undefined => document.activeElement?.id;

it('focusActiveView focuses the active view, or the first view if that view does not exist', () => {
  focusActiveView('side');
  expect(focused()).toBe('two');
  focusActiveView('gone');
  expect(focused()).toBe('one');
});

it('focusNextView cycles through the views and skips covered views and views without an image', () => {
  focusNextView('side', 1);
  expect(focused(), 'from outside').toBe('two');
  focusNextView('side', 1);
  expect(focused()).toBe('one');
  focusNextView('main', -1);
  expect(focused()).toBe('two');
  document.querySelector<HTMLElement>('[data-cell=main] button')?.focus();
  focusNextView('main', 1);
  expect(focused(), 'from a button of a view').toBe('two');
});

it('focusNextView leaves the focus unchanged on a page without views', () => {
  expect(hasViews()).toBe(true);
  document.body.innerHTML = '<main></main>';
  expect(hasViews()).toBe(false);
  focusNextView(null, 1);
  expect(document.activeElement).toBe(document.body);
});
