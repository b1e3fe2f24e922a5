import type { ReactNode } from 'react';
import { routes } from '#contracts';
import { type ExtensionContext, sessionToken, studyToken } from '#core';
import { useStore } from '#ui';
import type { ScanProgress } from '../../state/scan/scan-progress.ts';
import { scanRunToken } from '../../state/scan/tokens.ts';
import { ScanHeading } from '../shared/scan-heading.tsx';
import { useCupDepth } from './use-cup-depth.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** Heading of the scan in progress; warns operators who leave its page. */
export function LiveScanHeading(props: {
  readonly context: ExtensionContext;
  readonly progress: ScanProgress;
}): ReactNode {
  const { context, progress } = props;
  const { scanId, side, protocol } = progress;
  const scan = useStore(context.use(studyToken).store, ({ scans }) =>
    scans.find(({ id }) => id === scanId),
  );
  const cupDepth = useCupDepth(context, scan?.patientId ?? null, progress);
  const canControl = context.use(sessionToken).mayCall(routes.leaseDevice);
  useLeaveWarning(context, context.use(scanRunToken), canControl);
  const position = scan?.patientPosition ?? null;
  return <ScanHeading side={side} protocol={protocol} cupDepth={cupDepth} position={position} />;
}
