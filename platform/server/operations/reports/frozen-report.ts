import { createHash } from 'node:crypto';
import type { Finding, ReportContent } from '#contracts';

type Density = NonNullable<NonNullable<ReportContent['left']>['breastDensity']>;

/** From little to much dense tissue. */
const DENSITIES: readonly Density[] = ['FATTY', 'FIBRO', 'HETERO', 'EXTREME'];

/** All that a signature stands for, as it was then; kept in the report's row for ever. */
export interface FrozenReport {
  readonly id: string;
  readonly number: number;
  readonly state: 'SIGNED' | 'ADDENDUM';
  readonly organization: { readonly id: string; readonly name: string };
  readonly patient: Readonly<
    Record<'id' | 'code' | 'firstName' | 'lastName' | 'birthDate' | 'sex', string | null>
  >;
  readonly study: { readonly id: string; readonly accessionNumber: string | null };
  readonly content: ReportContent;
  readonly addendumText: string | null;
  readonly density: ReturnType<typeof densityOf>;
  readonly findings: readonly Finding[];
  readonly signer: {
    readonly id: string;
    readonly name: string;
    readonly jobTitle: string | null;
  };
  readonly signedAt: string;
  /** Hash of the signed report or addendum before it; null for the first. */
  readonly previousHash: string | null;
}

export function densityOf({ left, right }: Pick<ReportContent, 'left' | 'right'>) {
  const L = left?.breastDensity ?? null;
  const R = right?.breastDensity ?? null;
  const higher = DENSITIES.findLast((density) => density === L || density === R) ?? null;
  return { L, R, higher };
}

/** SHA-256, lower-case hex, of a value whose keys may come in any order. */
export function hashOf(value: object): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

/** JSON with sorted keys: the database keeps values, not the order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.join(',')}}`;
}
