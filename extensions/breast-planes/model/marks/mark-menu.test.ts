import { describe, expect, it } from 'vitest';
import { aLengthMark } from '#core/testing';
import { aFinding } from '#testing';
import { type MarkMenuContext, markActions } from './mark-menu.ts';

const mark = aLengthMark();
const menuContext: MarkMenuContext = {
  finding: { ...aFinding(), marks: { [mark.id]: mark } },
  markId: mark.id,
  otherUserFindings: 1,
  locked: null,
  editsAi: true,
  decidesAi: false,
};
const aiContext = { ...menuContext, finding: aFinding({ generator: { id: 'AI' } } as never) };
const reasonsOf = (menu: MarkMenuContext) =>
  Object.fromEntries(
    markActions(menu).map(({ command, reason }) => [command.replace('breast-planes.', ''), reason]),
  );

describe('markActions', () => {
  it('returns the actions of the finding and the reason for each disabled action', () => {
    expect(reasonsOf(menuContext)).toMatchObject({
      'add-to-finding': null,
      'group-finding': null,
      'ungroup-finding': 'only one mark',
      'delete-mark': null,
    });
    expect(reasonsOf({ ...menuContext, otherUserFindings: 0 })['group-finding']).toBe(
      'no other user finding',
    );
    expect(reasonsOf({ ...aiContext, editsAi: false })).toEqual({
      'edit-ai-finding': 'switched off at this site',
      'hide-finding': null,
    });
  });

  it('lets readers decide on a proposal where an extension does that', () => {
    const commands = markActions({ ...aiContext, decidesAi: true }).map(({ command }) => command);
    expect(commands).toEqual([
      'breast-planes.edit-ai-finding',
      'ai-findings.accept',
      'ai-findings.reject',
      'breast-planes.hide-finding',
    ]);
  });

  it('gives the lock as the reason for every action except hiding', () => {
    for (const context of [menuContext, aiContext]) {
      const { 'hide-finding': hide, ...changing } = reasonsOf({
        ...context,
        locked: 'signed by Ada',
      });
      expect(hide).toBeNull();
      expect(new Set(Object.values(changing))).toEqual(new Set(['signed by Ada']));
    }
  });
});
