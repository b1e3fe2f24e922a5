import { type ReactNode, useEffect } from 'react';
import type { PanelProps } from '#core';
import { StatusDot, useStore } from '#ui';
import { scanRunToken } from '../state/tokens.ts';
import styles from './live-scan.module.css';
import { scannerWords } from './scanner-words.ts';

/** The scanner in a few words, for a bar: 'CF-2 scanning'. */
export function ScannerStatePanel({ context }: PanelProps): ReactNode {
  const { scanner } = context.use(scanRunToken);
  const { device, status } = useStore(scanner.store);
  useEffect(() => {
    const watching = scanner.watch();
    return () => watching.dispose();
  }, [scanner]);
  if (device === null) return null;
  const { text, dot } = scannerWords(status);
  return (
    <span className={styles.state} role="status">
      {status?.productId ?? device.model} {text.toLowerCase()}
      <StatusDot state={dot} />
    </span>
  );
}
