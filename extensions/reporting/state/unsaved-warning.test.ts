import { describe, expect, it } from 'vitest';
import { unsavedWarning } from './unsaved-warning.ts';

const check = (isUnsaved: boolean) => unsavedWarning({ hasUnsaved: () => isUnsaved });

describe('a report that the server does not have', () => {
  it.each([
    ['closing the application', null],
    ['signing out', '/login'],
  ])('warns before %s', (_, path) => {
    expect(check(true)(path)).not.toBeNull();
    expect(check(false)(path)).toBeNull();
  });

  it('lets the reader open other pages, where it stays in the browser', () => {
    expect(check(true)('/home')).toBeNull();
  });
});
