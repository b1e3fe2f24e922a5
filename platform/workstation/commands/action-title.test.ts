import { describe, expect, it } from 'vitest';
import { actionTitle } from './action-title.ts';

const mode = {
  keys: [
    { key: 'Alt+KeyS', command: 'a.save' },
    {
      key: 'Alt+Shift+KeyS',
      command: 'a.save',
      args: { clean: true },
      title: 'Save without marks',
    },
    { key: 'KeyK', command: 'a.step', args: { plane: 'RAD', by: -5 } },
  ],
};

describe('actionTitle', () => {
  it('returns the title of the shortcut with the same arguments', () => {
    expect(actionTitle(mode, { id: 'a.save', args: { clean: true } }, 'Save')).toBe(
      'Save without marks',
    );
  });

  it('returns the declared title for an action without arguments', () => {
    expect(actionTitle(mode, { id: 'a.save', args: undefined }, 'Save')).toBe('Save');
    expect(actionTitle(mode, { id: 'a.length', args: null }, 'Length')).toBe('Length');
  });

  it('appends the arguments if the shortcut has no title', () => {
    expect(actionTitle(mode, { id: 'a.step', args: { plane: 'RAD', by: -5 } }, 'Step')).toBe(
      'Step (RAD, −5)',
    );
  });
});
