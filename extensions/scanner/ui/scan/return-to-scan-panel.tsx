import { type ReactNode, useEffect } from 'react';
import { navigationToken, type PanelProps } from '#core';
import { Button } from '#ui';
import { scanRunToken } from '../../state/scan/tokens.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import { useHashQuery } from '../shared/use-hash-query.ts';
import { useRunningScan } from '../shared/use-running-scan.ts';

const texts = scanTexts.return;

/** The way back to a recorded or paused scan, in the bar of every other page. */
export function ReturnToScanPanel({ context }: PanelProps): ReactNode {
  const { scanner } = context.use(scanRunToken);
  useEffect(() => {
    const watching = scanner.watch();
    return () => watching.dispose();
  }, [scanner]);
  const running = useRunningScan(context);
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
