import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes, type Scan, scanProtocol } from '#contracts';
import { dayTextOf, unwrap } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import { scanChangeTexts as texts } from '../texts/scan-change-texts.ts';
import styles from './scans.module.css';

/** A scan with the name of its patient; null for users who may not see names. */
export interface NamedScan {
  readonly scan: Scan;
  readonly patient: string | null;
}

/** Names a scan before it is changed: patient, side in words, protocol, day, number of findings. */
export function ScanDetails({ scan, patient }: NamedScan): ReactNode {
  const findings = useFindingCount(scan.id);
  const details: readonly (readonly [string, string])[] = [
    ...(patient === null ? [] : [[texts.details.patient, patient] as const]),
    [texts.details.scan, texts.scanOf(texts.side[scan.laterality.id], scan.label)],
    [texts.details.protocol, scanProtocol.labels[scan.protocol]],
    [texts.details.day, dayTextOf(scan.acquisitionTime ?? scan.createdAt)],
    [texts.details.findings, findings === null ? texts.counting : texts.findings(findings)],
  ];
  return (
    <dl className={styles.details}>
      {details.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the number of findings of a scan; null until loaded. */
function useFindingCount(scanId: string): number | null {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['finding-count', scanId],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const response = await api.call(routes.listFindings, { params: { scanId }, signal });
      return unwrap(response).items.length;
    },
  });
  return query.data ?? null;
}
