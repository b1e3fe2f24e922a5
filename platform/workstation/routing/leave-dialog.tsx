import { type ReactNode, useEffect } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { Button, Dialog, DialogActions, useStore } from '#ui';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';

const pathOf = ({ pathname, search }: Location): string => `${pathname}${search}`;

/** Asks users who leave a page with running work, and lets the browser ask before it closes. */
export function LeaveDialog(): ReactNode {
  const application = useApplication();
  const { leaveGuard, session } = application.services;
  const question = useStore(leaveGuard.store, (state) => state.question);
  useLeaveQuestion(application);
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent): void => {
      const isSignedIn = session.store.getState().user !== null;
      if (isSignedIn && leaveGuard.warningFor(null) !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [leaveGuard, session]);
  if (question === null) return null;
  const { warning } = question;
  return (
    <Dialog title={warning.title} open role="alertdialog" onClose={question.stay}>
      <p>{warning.text}</p>
      <DialogActions>
        <Button onPress={question.leave}>{warning.leave}</Button>
        <Button kind="primary" autoFocus onPress={question.stay}>
          {warning.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Holds a navigation until the question is answered. A step in the history of the browser, or an
 * address, is already done: the answer can only return to the page.
 */
function useLeaveQuestion({ services, navigation }: Application): void {
  const { leaveGuard, session } = services;
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // An ended session leaves every page.
    if (session.store.getState().user === null) return false;
    const warning = leaveGuard.warningFor(pathOf(nextLocation));
    if (warning === null) return false;
    if (historyAction !== 'POP') return true;
    leaveGuard.ask(warning, { stay: () => navigation.go(pathOf(currentLocation)) });
    return false;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const warning = leaveGuard.warningFor(pathOf(blocker.location));
    // The work has ended meanwhile.
    if (warning === null) blocker.proceed();
    else leaveGuard.ask(warning, { stay: () => blocker.reset(), leave: () => blocker.proceed() });
  }, [blocker, leaveGuard]);
}
