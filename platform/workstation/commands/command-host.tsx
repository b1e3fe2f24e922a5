import { type ReactNode, Suspense, useEffect } from 'react';
import { Dialog, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import { onDemand } from '../errors/on-demand.tsx';
import { commandTexts } from '../texts/command-texts.ts';
import type { ListedPage } from './list-actions.ts';
import { useAppKeys } from './use-app-keys.ts';
import { useDim } from './use-dim.ts';
import { useKeyBadges } from './use-key-badges.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

const Palette = onDemand(async () => (await import('./palette.tsx')).Palette);
const HelpDialog = onDemand(async () => (await import('./help-dialog.tsx')).HelpDialog);

/** Handles the shortcuts of every page and renders palette and help. */
export function CommandHost({
  listPages,
}: {
  /** Called when palette or help opens. */
  readonly listPages: () => readonly ListedPage[];
}): ReactNode {
  const { commands, services } = useApplication();
  const view = useStore(commands.view);
  const { store } = services.session;
  useEffect(() => {
    // Closes the open view when the user changes.
    const stop = store.subscribe((state, previous) => {
      if (state.user?.id !== previous.user?.id) commands.show(null);
    });
    return () => {
      stop();
      commands.show(null);
    };
  }, [commands, store]);
  const search = useTypedAhead(commands);
  useAppKeys();
  useDim();
  useKeyBadges();
  if (view === null) return null;
  const title = view === 'palette' ? commandTexts.palette.title : commandTexts.help.title;
  const inDialog = (card: ReactNode): ReactNode => (
    <Dialog title={title} open onClose={() => commands.show(null)}>
      {card}
    </Dialog>
  );
  return (
    <ErrorBoundary key={view} label={title} wrapError={inDialog}>
      <Suspense>
        {view === 'palette' ? (
          <Palette listPages={listPages} search={search} />
        ) : (
          <HelpDialog listPages={listPages} search={search} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
