import { type ReactNode, useEffect } from 'react';
import { type Location, useBlocker, useLocation } from 'react-router-dom';
import { Button, Dialog, DialogActions, useStore } from '#ui';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';
import type { HistoryNumbers } from '../navigation/number-history.ts';

const pathOf = ({ pathname, search }: Location): string => `${pathname}${search}`;

/** Asks users who leave a page with running work, and lets the browser ask before it closes. */
export function LeaveDialog({ history }: { readonly history: HistoryNumbers }): ReactNode {
  const application = useApplication();
  const { leaveGuard, session } = application.services;
  const question = useStore(leaveGuard.store, (state) => state.question);
  useLeaveQuestion(application, history);
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
 * Holds a navigation until the question is answered, or the page is left in another way. A step of
 * the history that can't be taken back is already done: the answer can only return to the page.
 */
function useLeaveQuestion({ services, navigation }: Application, history: HistoryNumbers): void {
  const { leaveGuard, session } = services;
  const current = pathOf(useLocation());
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // An ended session leaves every page.
    if (session.store.getState().user === null) return false;
    const next = pathOf(nextLocation);
    const warning = leaveGuard.warningFor(next);
    if (warning === null) return false;
    if (historyAction !== 'POP' || history.canTakeBack()) return true;
    const stay = (): void => navigation.go(pathOf(currentLocation));
    leaveGuard.askAfter(next, warning, { stay });
    return false;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const stay = (): void => blocker.reset();
    const leave = (): void => blocker.proceed();
    leaveGuard.ask(pathOf(blocker.location), { stay, leave, withdraw: stay });
  }, [blocker, leaveGuard]);
  useEffect(() => leaveGuard.handleAddress(current), [leaveGuard, current]);
}
