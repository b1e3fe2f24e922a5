import { type ReactNode, useEffect, useState } from 'react';
import { Button, Dialog, DialogActions, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { sessionTexts } from '../texts/session-texts.ts';

const SECOND_MS = 1_000;

/**
 * Warning dialog shown in every tab one minute before the idle sign-out, with a button that extends
 * the session.
 */
export function IdleWarning(): ReactNode {
  const { idle } = useApplication().services;
  const endsAtMs = useStore(idle.store, (state) => state.endsAtMs);
  return (
    <Dialog
      title={sessionTexts.idle.title}
      open={endsAtMs !== null}
      onClose={() => idle.extendSession()}
    >
      {endsAtMs === null ? null : <Countdown endsAtMs={endsAtMs} />}
    </Dialog>
  );
}

function Countdown({ endsAtMs }: { readonly endsAtMs: number }): ReactNode {
  const { services, signOut } = useApplication();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((endsAtMs - nowMs) / SECOND_MS));
  const { idle } = sessionTexts;
  return (
    <>
      <p>{idle.text}</p>
      <p role="timer">{idle.remaining(seconds)}</p>
      <DialogActions>
        <Button kind="quiet" onPress={() => void signOut()}>
          {idle.signOut}
        </Button>
        <Button kind="primary" autoFocus onPress={() => services.idle.extendSession()}>
          {idle.stay}
        </Button>
      </DialogActions>
    </>
  );
}
