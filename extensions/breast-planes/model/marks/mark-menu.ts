import type { Finding } from '#contracts';
import { markTexts } from '../../texts/mark-texts.ts';

/** An act of a mark's menu: the command that does it, and why it can't be done now. */
export interface MarkAct {
  readonly command: string;
  readonly label: string;
  /** Null: it can be done. */
  readonly why: string | null;
  /** A line above it. */
  readonly separated: boolean;
}

export interface MarkMenuFacts {
  readonly finding: Pick<Finding, 'generator' | 'marks'>;
  readonly markId: string;
  /** Readers' findings of the scan beside this one. */
  readonly otherOwn: number;
  /** Why nobody may change it now: signed, an earlier examination's, or not this role; null: they may. */
  readonly locked: string | null;
  readonly editsAi: boolean;
}

const { menu } = markTexts;

/** What can be done with a mark and its finding, in the order of the menu. */
export function markActs(facts: MarkMenuFacts): readonly MarkAct[] {
  const { finding, markId, otherOwn, locked, editsAi } = facts;
  const act = (name: string, label: string, why: string | null, separated = false): MarkAct => ({
    command: `breast-planes.${name}`,
    label,
    why: locked ?? why,
    separated,
  });
  const hide: MarkAct = { ...act('hide-finding', menu.hide, null, true), why: null };
  if (finding.generator.id !== 'USER') {
    return [act('edit-ai-finding', menu.editAi, editsAi ? null : menu.off), hide];
  }
  const marks = Object.values(finding.marks);
  const single = marks.length < 2 ? menu.singleMark : null;
  const isRep = marks.some(({ id, rep }) => rep && id === markId);
  return [
    act('add-to-finding', menu.add, null),
    act('group-finding', menu.group, otherOwn > 0 ? null : menu.onlyOne),
    act('ungroup-finding', menu.ungroup, single),
    act('make-representative', menu.representative, isRep ? menu.isRepresentative : single),
    act('edit-note', menu.note, null),
    hide,
    act('delete-mark', menu.deleteMark, null, true),
    act('delete-finding', menu.deleteFinding, null),
  ];
}
