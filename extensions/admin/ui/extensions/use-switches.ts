import { useState } from 'react';
import { routes } from '#contracts';
import type { SwitchEffect } from '#core';
import { useStore } from '#ui';
import { extensionTexts } from '../../texts/extension-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminValue } from '../shared/admin-queries.ts';
import { useAction } from '../shared/use-action.ts';
import { effectOf, extensionRows, modeRows, type SwitchRowData } from './switch-rows.ts';

const { feedback } = extensionTexts;

/** State of the switches and the confirmation; each change can be undone. */
export function useSwitches() {
  const { api, host, user, notices } = useAdmin();
  const params = { id: user.organization.id };
  const action = useAction();
  const [confirmation, setConfirmation] = useState<{
    row: SwitchRowData;
    effect: SwitchEffect;
  } | null>(null);
  const loaded = useAdminValue('switches', (signal) =>
    api.call(routes.listSwitches, { params, signal }),
  );
  const items = loaded.value?.items ?? [];
  const extensions = extensionRows(useStore(host.extensions), items, host.placements);
  const modes = modeRows(host.modes, items);
  const rows = [...extensions, ...modes];

  const changeSwitch = (row: SwitchRowData, enabled: boolean) =>
    action.run(() =>
      api.call(routes.changeSwitch, {
        params,
        body: { kind: row.kind, name: row.name, enabled },
      }),
    );
  const undo = async (row: SwitchRowData): Promise<void> => {
    const stored = await changeSwitch(row, row.enabled);
    if (stored === null) return;
    loaded.replace(stored);
    notices.show('info', feedback.undone(row.title));
  };
  return {
    loaded,
    extensions,
    modes,
    confirmation,
    busy: action.busy,
    isLoaded: loaded.value !== null,
    pending: rows.some(({ pending }) => pending),
    openConfirmation: (row: SwitchRowData): void =>
      setConfirmation({ row, effect: effectOf(host, row, rows) }),
    close: (): void => setConfirmation(null),
    async confirm(): Promise<void> {
      if (confirmation === null) return;
      const { row } = confirmation;
      const stored = await changeSwitch(row, !row.enabled);
      setConfirmation(null);
      if (stored === null) return;
      loaded.replace(stored);
      notices.show('success', row.enabled ? feedback.off(row.title) : feedback.on(row.title), {
        label: feedback.undo,
        run: () => void undo(row),
      });
    },
  };
}
