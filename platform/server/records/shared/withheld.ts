import { type Refusal, refuse } from '../../http/refusal.ts';

/** What is withheld from whoever must not know the patient. */
export function withheld(): Refusal {
  return refuse('Forbidden', 'Blind annotators are not told who the patient is');
}
