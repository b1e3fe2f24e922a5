import { useState } from 'react';
import { type OrganizationSwitches, routes } from '#contracts';
import type { SwitchEffect } from '#core';
import { useStore } from '#ui';
import { extensionTexts } from '../../texts/extension-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';
import { useLoad } from '../shared/use-load.ts';
import { effectOf, extensionLines, modeLines, type SwitchLine } from './switch-rows.ts';

const { feedback } = extensionTexts;

/** State of the switches and the confirmation; each change can be undone. */
export function useSwitches() {
  const { api, host, user, notices } = useAdmin();
  const params = { id: user.organization.id };
  const action = useAction();
  const [confirmation, setConfirmation] = useState<{
    line: SwitchLine;
    effect: SwitchEffect;
  } | null>(null);
  const [changed, setChanged] = useState<OrganizationSwitches | null>(null);
  const loaded = useLoad('switches', (signal) => api.call(routes.listSwitches, { params, signal }));
  const items = (changed ?? loaded.value)?.items ?? [];
  const extensions = extensionLines(useStore(host.extensions), items);
  const modes = modeLines(host.modes, items);
  const all = [...extensions, ...modes];

  const put = (line: SwitchLine, enabled: boolean) =>
    action.run(() =>
      api.call(routes.changeSwitch, {
        params,
        body: { kind: line.kind, name: line.name, enabled },
      }),
    );
  const undo = async (line: SwitchLine): Promise<void> => {
    const now = await put(line, line.enabled);
    if (now === null) return;
    setChanged(now);
    notices.show('info', feedback.undone(line.title));
  };
  return {
    loaded,
    extensions,
    modes,
    confirmation,
    busy: action.busy,
    known: changed !== null || loaded.value !== null,
    pending: all.some(({ pending }) => pending),
    openConfirmation: (line: SwitchLine): void =>
      setConfirmation({ line, effect: effectOf(host, line, all) }),
    close: (): void => setConfirmation(null),
    async confirm(): Promise<void> {
      if (confirmation === null) return;
      const { line } = confirmation;
      const now = await put(line, !line.enabled);
      setConfirmation(null);
      if (now === null) return;
      setChanged(now);
      notices.show('success', line.enabled ? feedback.off(line.title) : feedback.on(line.title), {
        label: feedback.undo,
        run: () => void undo(line),
      });
    },
  };
}
