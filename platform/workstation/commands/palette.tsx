import { lazy, type ReactNode, useMemo, useState } from 'react';
import { loadPickDialog, useStore } from '#ui';
import { loadChunk } from '../errors/chunk-failure.ts';
import { keyText } from '../layout/key-text.ts';
import { useApplication } from '../start/application-context.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { afterFocusReturns } from './after-focus-returns.ts';
import { type Act, listActs } from './list-acts.ts';
import { rankActs } from './rank-acts.ts';
import { recentActs, rememberAct } from './recent-acts.ts';

const PickDialog = lazy(async () => ({ default: await loadChunk(loadPickDialog) }));

/** Everything that is possible now, found by typing. */
export function Palette(): ReactNode {
  const application = useApplication();
  const { commands, services } = application;
  const layout = useStore(commands.layout);
  const [query, setQuery] = useState('');
  // As it was when the palette opened: a list that changes under the fingers is no help.
  const [acts] = useState(() => listActs(application).filter(({ run }) => run !== null));
  const [recent] = useState(() => recentActs(services.preferences));
  const groups = useMemo(
    () =>
      rankActs(acts, query, recent).map(({ title, acts: found }) => ({
        title,
        items: found.map(({ act, marks }) => ({
          ...{ id: act.id, title: act.title, icon: act.icon, marks },
          disabled: act.reason ?? undefined,
          shortcut: act.key === null ? undefined : keyText(act.key, layout),
        })),
      })),
    [acts, query, recent, layout],
  );
  const pick = (id: string): void => {
    const act = acts.find((one) => one.id === id);
    commands.show(null);
    if (act !== undefined) runAct(application, act);
  };
  return (
    <PickDialog
      title={commandTexts.palette.title}
      placeholder={commandTexts.palette.placeholder}
      query={query}
      groups={groups}
      empty={commandTexts.palette.empty}
      onQuery={setQuery}
      onPick={pick}
      onClose={() => commands.show(null)}
    />
  );
}

/** Runs it once the focus is back where it was: many commands are meant for what has it. */
function runAct({ services }: ReturnType<typeof useApplication>, act: Act): void {
  if (act.reason !== null) {
    services.notices.show('user-error', act.reason);
    return;
  }
  rememberAct(services.preferences, act.id);
  afterFocusReturns(() => act.run?.());
}
