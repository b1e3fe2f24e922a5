import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ReportValues } from './report-session.ts';
import { unsavedWarning } from './unsaved-warning.ts';

const check = (save: ReportValues['save'], hasDraft = true) => {
  const draft = hasDraft ? {} : null;
  return unsavedWarning({ store: createStore(() => ({ save, draft }) as ReportValues) });
};

describe('a report that the server does not have', () => {
  it.each([
    ['closing the application', null],
    ['signing out', '/login'],
  ])('warns before %s', (_, path) => {
    expect(check('offline')(path)).not.toBeNull();
    expect(check('waiting')(path)).not.toBeNull();
  });

  it('lets the reader open other pages, where it stays in the browser', () => {
    expect(check('offline')('/home')).toBeNull();
  });

  it('does not warn once it is saved, or without a draft', () => {
    expect(check('saved')(null)).toBeNull();
    expect(check('failed', false)(null)).toBeNull();
  });
});
