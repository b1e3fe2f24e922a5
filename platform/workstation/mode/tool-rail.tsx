import type { ReactNode } from 'react';
import { routes } from '#contracts';
import type { ModeRuntime, ToolbarItem } from '#core';
import { IconButton, type IconName, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { keyOf } from '../commands/app-actions.ts';
import { focusActiveView } from '../commands/focus-active-view.ts';
import { keyText } from '../keyboard/key-text.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** Column with the tools, of which at most one is active, and the commands of the mode. */
export function ToolRail(props: {
  readonly sections: readonly (readonly ToolbarItem[])[];
  readonly keys: ModeRuntime['keys'];
}): ReactNode {
  const { host, services } = useApplication();
  const { viewState } = services;
  const mayDraw = services.session.mayCall(routes.createFinding);
  const isShown = (item: ToolbarItem): boolean => {
    if (item.kind === 'command' || mayDraw) return true;
    const tool = host.tools.get(item.id);
    return tool.ok && tool.value.definition.markType === null;
  };
  const sections = props.sections
    .map((items) => items.filter(isShown))
    .filter((items) => items.length > 0);
  // Commands are placed at the bottom, from the first section that contains only commands.
  const footIdx = sections.findIndex((items) => items.every((item) => item.kind === 'command'));
  return (
    <div
      className={styles.rail}
      role="toolbar"
      aria-label={modeTexts.tools}
      aria-orientation="vertical"
      onClickCapture={(event) => {
        // Moves the focus only after a pointer click; a click by keyboard has detail 0 and keeps
        // the focus on the rail.
        if (event.detail > 0) focusActiveView(viewState.store.getState().activeCellId);
      }}
    >
      {sections.map((items, idx) => (
        <div
          key={items.map((item) => item.id).join(' ')}
          className={styles.railSection}
          data-foot={idx === footIdx}
        >
          {items.map((item) =>
            item.kind === 'tool' ? (
              <ToolButton key={item.id} item={item} keys={props.keys} />
            ) : (
              <CommandButton key={item.id} item={item} keys={props.keys} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

interface ItemProps {
  readonly item: ToolbarItem;
  readonly keys: ModeRuntime['keys'];
}

function ToolButton({ item, keys }: ItemProps): ReactNode {
  const { viewState } = useApplication().services;
  const isActive = useStore(viewState.store, (state) => state.activeToolId === item.id);
  return (
    <RailButton
      item={item}
      keys={keys}
      label={item.title}
      pressed={isActive}
      disabled={false}
      onPress={() => viewState.set({ activeToolId: item.id })}
    />
  );
}

function CommandButton({ item, keys }: ItemProps): ReactNode {
  const { host, services } = useApplication();
  const isEnabled = (): true | string => host.commands.enabled(item.id);
  // Rerenders when study or view state change, on which the availability of a command depends.
  useStore(services.study.store, isEnabled);
  const enabled = useStore(services.viewState.store, isEnabled);
  const isOn = (): boolean | null => host.commands.isOn(item.id);
  // Rerenders when preferences or view state change, on which the state of a toggle depends.
  useStore(services.preferences.store, isOn);
  const pressed = useStore(services.viewState.store, isOn);
  const run = async (): Promise<void> => {
    const result = await host.runCommand(item.id);
    if (!result.ok) services.notices.showProblem(result.problem);
  };
  return (
    <RailButton
      item={item}
      keys={keys}
      label={enabled === true ? item.title : modeTexts.unavailable(item.title, enabled)}
      disabled={enabled !== true}
      {...(pressed === null ? {} : { pressed })}
      onPress={() => void run()}
    />
  );
}

function RailButton(
  props: ItemProps & {
    readonly label: string;
    readonly pressed?: boolean;
    readonly disabled: boolean;
    onPress(): void;
  },
): ReactNode {
  const { item, keys } = props;
  const layout = useStore(useApplication().commands.layout);
  const key = useStore(keys, (bindings) => keyOf(bindings, { id: item.id, args: null }));
  return (
    <IconButton
      icon={(item.icon ?? 'extension') as IconName}
      label={props.label}
      size={40}
      placement="right"
      disabled={props.disabled}
      onPress={props.onPress}
      {...(props.pressed === undefined ? {} : { pressed: props.pressed })}
      {...(key === null ? {} : { shortcut: keyText(key, layout) })}
    />
  );
}
