import type { DocumentPatient } from '../document/report-document.ts';
import { isolated } from './bidi-lines.ts';

/** Returns last and first name, each isolated from the direction of the other; may be empty. */
export function nameOf({ lastName, firstName }: DocumentPatient): string {
  return [lastName, firstName]
    .flatMap((part) => (part === null || part === '' ? [] : [isolated(part)]))
    .join(', ');
}
