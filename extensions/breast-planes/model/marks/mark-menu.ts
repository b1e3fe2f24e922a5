import type { Finding } from '#contracts';
import { markTexts } from '../../texts/mark-texts.ts';

/** An item of a mark's menu: its command and the reason if disabled. */
export interface MarkAction {
  readonly command: string;
  readonly label: string;
  /** Null if enabled. */
  readonly reason: string | null;
  /** Draws a separator above the item. */
  readonly separated: boolean;
}

export interface MarkMenuContext {
  readonly finding: Pick<Finding, 'generator' | 'marks'>;
  readonly markId: string;
  /** Number of other user findings in the scan. */
  readonly otherUserFindings: number;
  /** Reason why the finding is read-only: signed, prior exam or missing role; null if editable. */
  readonly locked: string | null;
  /** Whether AI findings can be edited at this site. */
  readonly editsAi: boolean;
  /** Whether another extension lets readers accept and reject the finding. */
  readonly decidesAi: boolean;
}

const { menu } = markTexts;

/** Commands of the extension that lists proposals, if the site has that extension. */
export const ACCEPT_COMMAND = 'ai-findings.accept';
export const REJECT_COMMAND = 'ai-findings.reject';

/** Returns whether a finding is a proposal of an AI run without a decision. */
export const canDecide = ({ ai }: Pick<Finding, 'ai'>): boolean =>
  ai !== null && ai.decision === null;

/** Returns the actions on a mark and its finding, in menu order. */
export function markActions(menuContext: MarkMenuContext): readonly MarkAction[] {
  const { finding, markId, otherUserFindings, locked, editsAi, decidesAi } = menuContext;
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
    const edit = actionOf('edit-ai-finding', menu.editAi, editsAi ? null : menu.off);
    if (!decidesAi) return [edit, hide];
    const decide = (command: string, label: string): MarkAction => ({
      ...actionOf('', label, null),
      command,
    });
    return [
      edit,
      decide(ACCEPT_COMMAND, menu.acceptAi),
      decide(REJECT_COMMAND, menu.rejectAi),
      hide,
    ];
  }
  const marks = Object.values(finding.marks);
  const single = marks.length < 2 ? menu.singleMark : null;
  const isRep = marks.some(({ id, rep }) => rep && id === markId);
  return [
    actionOf('add-to-finding', menu.add, null),
    actionOf('group-finding', menu.group, otherUserFindings > 0 ? null : menu.onlyOne),
    actionOf('ungroup-finding', menu.ungroup, single),
    actionOf('separate-mark', menu.separate, single),
    actionOf('make-representative', menu.representative, isRep ? menu.isRepresentative : single),
    actionOf('edit-note', menu.note, null),
    hide,
    actionOf('delete-mark', menu.deleteMark, null, true),
    actionOf('delete-finding', menu.deleteFinding, null),
  ];
}
