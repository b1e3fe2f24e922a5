import type { ReactNode } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, keyHintsToken, studyToken } from '#core';
import type { Problem } from '#foundation';
import { Button, Icon, IconButton, MenuButton, type MenuEntry, useStore } from '#ui';
import { ACCEPT_COMMAND, canDecide, REJECT_COMMAND } from '../../../model/marks/mark-menu.ts';
import { drawingToken } from '../../../state/findings/drawing-state.ts';
import { findingsUiToken } from '../../../state/findings/findings-ui-state.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import { markTexts } from '../../../texts/mark-texts.ts';
import styles from './finding-list.module.css';

const { menu, open } = findingTexts;

const ADD_COMMAND = 'breast-planes.add-to-finding';

/** Command of the reporting extension, if the site has that extension. */
const COPY_TO_REPORT = 'reporting.copy-finding';

export interface FindingActionsProps {
  readonly context: ExtensionContext;
  readonly finding: Finding;
  onProblem(cause: Problem): void;
}

/** Actions on the opened finding; a disabled action shows the reason. */
export function FindingActions({ context, finding, onProblem }: FindingActionsProps): ReactNode {
  // Renders again on these changes, because they determine which commands may run.
  useStore(context.use(studyToken).store, (state) => state.findingsByScan);
  const isHidden = useStore(context.use(studyToken).store, ({ hiddenFindingIds }) =>
    hiddenFindingIds.has(finding.id),
  );
  useStore(context.use(findingsUiToken).store);
  const run = async (command: string): Promise<void> => {
    const result = await context.run(command, { findingId: finding.id });
    if (!result.ok) onProblem(result.problem);
  };
  const isUserFinding = finding.generator.id === 'USER';
  const mayCopy = context.mayRun(COPY_TO_REPORT);
  const mayEdit = context.mayRun('breast-planes.edit-note');
  return (
    <div className={styles.actions}>
      {mayCopy === null ? null : (
        <Button disabled={mayCopy !== true} onPress={() => void run(COPY_TO_REPORT)}>
          {open.copy}
        </Button>
      )}
      {isUserFinding ? null : (
        <Button
          disabled={context.mayRun('breast-planes.edit-ai-finding') !== true}
          onPress={() => void run('breast-planes.edit-ai-finding')}
        >
          {menu.editAi}
        </Button>
      )}
      <span className={styles.spacer} />
      {isUserFinding ? <AddButton context={context} finding={finding} run={run} /> : null}
      {isUserFinding ? (
        <IconButton
          icon="edit"
          label={
            mayEdit === true ? open.edit : markTexts.menu.withReason(open.edit, String(mayEdit))
          }
          disabled={mayEdit !== true}
          onPress={() => void run('breast-planes.edit-note')}
        />
      ) : null}
      <MenuButton
        ariaLabel={open.more(finding.label)}
        className={styles.more ?? ''}
        entries={entriesOf(context, finding, isHidden, (command) => void run(command))}
      >
        <Icon name="more" />
      </MenuButton>
    </div>
  );
}

/** Toggles adding of new marks to this finding. */
function AddButton(props: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
  run(command: string): Promise<void>;
}): ReactNode {
  const { context, finding } = props;
  const adding = useStore(context.use(drawingToken).store, ({ into }) => into === finding.id);
  const may = context.mayRun(ADD_COMMAND);
  const label = findingTexts.adding.start(finding.label);
  const shortcut = useStore(context.use(keyHintsToken), (hints) => hints.get(ADD_COMMAND));
  return (
    <IconButton
      icon="plus"
      label={may === true ? label : markTexts.menu.withReason(label, String(may))}
      pressed={adding}
      disabled={may !== true}
      {...(shortcut === undefined ? {} : { shortcut })}
      onPress={() => void props.run(ADD_COMMAND)}
    />
  );
}

function entriesOf(
  context: ExtensionContext,
  finding: Finding,
  isHidden: boolean,
  run: (command: string) => void,
): readonly MenuEntry[] {
  const entry = (name: string, label: string, separated = false): MenuEntry =>
    entryOf(`breast-planes.${name}`, label, separated);
  const entryOf = (command: string, label: string, separated = false): MenuEntry => {
    const may = context.mayRun(command);
    return {
      id: command,
      label: typeof may === 'string' ? markTexts.menu.withReason(label, may) : label,
      disabled: may !== true,
      separated,
      run: () => run(command),
    };
  };
  const hide = entry('hide-finding', isHidden ? menu.show : menu.hide, true);
  if (finding.generator.id !== 'USER') {
    const decides = canDecide(finding) && context.mayRun(ACCEPT_COMMAND) !== null;
    const decisions = decides
      ? [
          entryOf(ACCEPT_COMMAND, markTexts.menu.acceptAi),
          entryOf(REJECT_COMMAND, markTexts.menu.rejectAi),
        ]
      : [];
    return [entry('edit-ai-finding', menu.editAi), ...decisions, hide];
  }
  return [
    entry('add-to-finding', menu.add),
    entry('group-finding', menu.group),
    entry('ungroup-finding', menu.ungroup),
    hide,
    entry('delete-finding', menu.remove, true),
  ];
}
