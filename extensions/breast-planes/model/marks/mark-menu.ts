import type { Finding } from '#contracts';
import { markTexts } from '../../texts/mark-texts.ts';

/** An act of a mark's menu: the command that does it, and why it can't be done now. */
export interface MarkAction {
  readonly command: string;
  readonly label: string;
  /** Null: it can be done. */
  readonly reason: string | null;
  /** A line above it. */
  readonly separated: boolean;
}

export interface MarkMenuContext {
  readonly finding: Pick<Finding, 'generator' | 'marks'>;
  readonly markId: string;
  /** Readers' findings of the scan beside this one. */
  readonly otherUserFindings: number;
  /** Why nobody may change it now: signed, an earlier examination's, or not this role; null: they may. */
  readonly locked: string | null;
  readonly editsAi: boolean;
}

const { menu } = markTexts;

/** What can be done with a mark and its finding, in the order of the menu. */
export function markActions(menuContext: MarkMenuContext): readonly MarkAction[] {
  const { finding, markId, otherUserFindings, locked, editsAi } = menuContext;
  const actionOf = (
    name: string,
    label: string,
    reason: string | null,
    separated = false,
  ): MarkAction => ({
    command: `breast-planes.${name}`,
    label,
    reason: locked ?? reason,
    separated,
  });
  const hide: MarkAction = { ...actionOf('hide-finding', menu.hide, null, true), reason: null };
  if (finding.generator.id !== 'USER') {
    return [actionOf('edit-ai-finding', menu.editAi, editsAi ? null : menu.off), hide];
  }
  const marks = Object.values(finding.marks);
  const single = marks.length < 2 ? menu.singleMark : null;
  const isRep = marks.some(({ id, rep }) => rep && id === markId);
  return [
    actionOf('add-to-finding', menu.add, null),
    actionOf('group-finding', menu.group, otherUserFindings > 0 ? null : menu.onlyOne),
    actionOf('ungroup-finding', menu.ungroup, single),
    actionOf('make-representative', menu.representative, isRep ? menu.isRepresentative : single),
    actionOf('edit-note', menu.note, null),
    hide,
    actionOf('delete-mark', menu.deleteMark, null, true),
    actionOf('delete-finding', menu.deleteFinding, null),
  ];
}
