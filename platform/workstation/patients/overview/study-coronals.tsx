import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes, type Scan } from '#contracts';
import { unwrap } from '#foundation';
import { useApplication } from '../../application/application-context.ts';
import { patientTexts } from '../../texts/patient-texts.ts';
import styles from './patient-list.module.css';

const SIDES = ['R', 'L'] as const;

/**
 * Coronals of the newest completed scan of each breast, right and left as the reader faces the
 * patient; a breast without a volume keeps its place. Nothing before the first completed scan.
 */
export function StudyCoronals({ scans }: { readonly scans: readonly Scan[] }): ReactNode {
  const shown = SIDES.map((side) => ({ side, scan: newestOf(scans, side) }));
  if (shown.every(({ scan }) => scan === null)) return null;
  return (
    <div className={styles.thumbnails}>
      {shown.map(({ side, scan }) => (
        <Coronal key={side} side={side} scan={scan} />
      ))}
    </div>
  );
}

function newestOf(scans: readonly Scan[], side: Scan['laterality']['id']): Scan | null {
  const completed = scans.filter(
    ({ laterality, scanState }) => laterality.id === side && scanState === 'C',
  );
  return completed.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0] ?? null;
}

function Coronal(props: { readonly side: 'R' | 'L'; readonly scan: Scan | null }): ReactNode {
  const { side, scan } = props;
  const { api } = useApplication().services;
  const { data = null } = useQuery({
    queryKey: ['scan-coronal', scan?.id, scan?.version],
    enabled: scan !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { id: scan?.id ?? '' };
      return unwrap(await api.call(routes.getScanCoronal, { params, signal })).imageBase64;
    },
  });
  return (
    <figure>
      {scan === null || data === null ? (
        <div className={styles.noCoronal}>{scan === null ? patientTexts.noVolume : null}</div>
      ) : (
        <img src={`data:image/png;base64,${data}`} alt={patientTexts.coronal(scan.label)} />
      )}
      <figcaption>{scan?.label ?? side}</figcaption>
    </figure>
  );
}
