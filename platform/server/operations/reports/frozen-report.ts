import { createHash } from 'node:crypto';
import type { Finding, ReportContent } from '#contracts';
import type { FrozenExamination } from './frozen-examination.ts';

type Density = NonNullable<NonNullable<ReportContent['left']>['breastDensity']>;

/** Ordered from little to much dense tissue. */
const DENSITIES: readonly Density[] = ['FATTY', 'FIBRO', 'HETERO', 'EXTREME'];

/** Content covered by a signature, as it was at signing; stored permanently in the report's row. */
export interface FrozenReport {
  readonly id: string;
  readonly number: number;
  readonly state: 'SIGNED' | 'ADDENDUM';
  readonly organization: { readonly id: string; readonly name: string };
  readonly patient: Readonly<
    Record<'id' | 'code' | 'firstName' | 'lastName' | 'birthDate' | 'sex', string | null>
  >;
  readonly study: { readonly id: string; readonly accessionNumber: string | null };
  /** Absent in reports that were signed before documents stated their examination. */
  readonly examination?: FrozenExamination;
  readonly content: ReportContent;
  readonly addendumText: string | null;
  readonly density: ReturnType<typeof densityOf>;
  readonly findings: readonly Finding[];
  /** Absent in reports that were signed before documents stated their files. */
  readonly files?: FrozenFiles;
  readonly signer: {
    readonly id: string;
    readonly name: string;
    readonly jobTitle: string | null;
  };
  readonly signedAt: string;
  /** Hash of the previous signed report or addendum; null for the first. */
  readonly previousHash: string | null;
}

/** Image files on which a signature is based; the list is in the table `signed_file`. */
export interface FrozenFiles {
  readonly count: number;
  /** Hash of the list with the checksum of each file, ordered by id (`hashOf`). */
  readonly hash: string;
}

/** Returns the density of each side and the higher of both; null where not entered. */
export function densityOf({ left, right }: Pick<ReportContent, 'left' | 'right'>) {
  const L = left?.breastDensity ?? null;
  const R = right?.breastDensity ?? null;
  const higher = DENSITIES.findLast((density) => density === L || density === R) ?? null;
  return { L, R, higher };
}

/** Returns the SHA-256 of a value in lower-case hex, independent of key order. */
export function hashOf(value: object): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

/** Returns JSON with sorted keys, because the database does not preserve key order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.join(',')}}`;
}
