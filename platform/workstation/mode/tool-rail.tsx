import type { ReactNode } from 'react';
import type { ToolbarItem } from '#core';
import { IconButton, type IconName, useStore } from '#ui';
import { keyText } from '../layout/key-text.ts';
import { useApplication } from '../start/application-context.ts';
import { focusActiveView } from './focus-active-view.ts';
import styles from './mode.module.css';

/** Tools (one of them is current) and commands of the mode, in one column. */
export function ToolRail(props: {
  readonly sections: readonly (readonly ToolbarItem[])[];
}): ReactNode {
  const { host, services } = useApplication();
  const { viewState } = services;
  const mayDraw = services.session.can(['ANTN_CREATE']);
  const isShown = (item: ToolbarItem): boolean => {
    if (item.kind === 'command' || mayDraw) return true;
    const tool = host.tools.get(item.id);
    return tool.ok && tool.value.definition.markType === null;
  };
  const sections = props.sections
    .map((items) => items.filter(isShown))
    .filter((items) => items.length > 0);
  // Commands stand at the foot, from the first section that holds nothing else.
  const footIdx = sections.findIndex((items) => items.every((item) => item.kind === 'command'));
  return (
    <div
      className={styles.rail}
      role="toolbar"
      aria-label="Tools"
      aria-orientation="vertical"
      onClickCapture={(event) => {
        // A key's click has no count; whoever walks the rail by keys stays on it.
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
              <ToolButton key={item.id} item={item} />
            ) : (
              <CommandButton key={item.id} item={item} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

function ToolButton({ item }: { readonly item: ToolbarItem }): ReactNode {
  const { viewState } = useApplication().services;
  const current = useStore(viewState.store, (state) => state.activeToolId === item.id);
  return (
    <RailButton
      item={item}
      label={item.title}
      pressed={current}
      disabled={false}
      onPress={() => viewState.set({ activeToolId: item.id })}
    />
  );
}

function CommandButton({ item }: { readonly item: ToolbarItem }): ReactNode {
  const { host, services } = useApplication();
  const isEnabled = (): true | string => host.commands.enabled(item.id);
  // Whether a command is possible hangs on the document or on the way it is looked at.
  useStore(services.study.store, isEnabled);
  const enabled = useStore(services.viewState.store, isEnabled);
  const run = async (): Promise<void> => {
    const result = await host.runCommand(item.id);
    if (!result.ok) services.notices.showProblem(result.problem);
  };
  const now = isEnabled();
  return (
    <RailButton
      item={item}
      label={now === true ? item.title : `${item.title}: ${now}`}
      disabled={enabled !== true && now !== true}
      onPress={() => void run()}
    />
  );
}

function RailButton(props: {
  readonly item: ToolbarItem;
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled: boolean;
  onPress(): void;
}): ReactNode {
  const { item } = props;
  return (
    <IconButton
      icon={(item.icon ?? 'extension') as IconName}
      label={props.label}
      size={40}
      placement="right"
      disabled={props.disabled}
      onPress={props.onPress}
      {...(props.pressed === undefined ? {} : { pressed: props.pressed })}
      {...(item.key === null ? {} : { shortcut: keyText(item.key) })}
    />
  );
}
