import { type ReactNode, useEffect } from 'react';
import { idleToken, navigationToken, type PanelProps } from '#core';
import { Button, useHashQuery } from '#ui';
import { scanTexts } from '../../texts/scan-texts.ts';
import { useRunningScan } from '../shared/use-running-scan.ts';
import { useSignOutWarning } from './use-leave-warning.ts';

const texts = scanTexts.return;

/** The way back to a recorded or paused scan, in the bar of every other page. */
export function ReturnToScanPanel({ context }: PanelProps): ReactNode {
  const running = useRunningScan(context);
  useSignOutWarning(context, running);
  const idle = context.use(idleToken);
  const isRecording = running !== null && !running.isPaused;
  useEffect(() => {
    if (!isRecording) return;
    // Also on pages that do not show the scan, the operator's hands are on the patient.
    const activity = idle.keepActive();
    return () => activity.dispose();
  }, [idle, isRecording]);
  const shownScanId = useHashQuery('scan');
  if (running === null || shownScanId === running.scan.id) return null;
  const { scan, percent } = running;
  const side = texts.side[scan.laterality.id];
  const title = texts.title(side, percent === null ? '…' : texts.percent(percent));
  const address = `/scan?study=${scan.studyId}&scan=${scan.id}`;
  return (
    <Button size={24} onPress={() => context.use(navigationToken).go(address)}>
      {title}
    </Button>
  );
}
