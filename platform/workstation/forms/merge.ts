/** A field of a form as the merge view shows it. */
export interface MergeField<Entries> {
  readonly id: keyof Entries & string;
  readonly label: string;
  /** The value in words; an empty text for none. */
  format(entries: Entries): string;
}

export type MergeSide = 'mine' | 'theirs';

/** A field in which both versions differ. */
export interface Difference<Entries> {
  readonly field: MergeField<Entries>;
  readonly mine: string;
  readonly theirs: string;
  /** The side that alone changed the field; null when both did and a person has to choose. */
  readonly proposed: MergeSide | null;
}

/** Where two edits of the same base differ, in the order of the fields. */
export function differences<Entries extends object>(
  base: Entries,
  mine: Entries,
  theirs: Entries,
  fields: readonly MergeField<Entries>[],
): readonly Difference<Entries>[] {
  return fields
    .filter(({ id }) => !isSame(mine[id], theirs[id]))
    .map((field) => ({
      field,
      mine: field.format(mine),
      theirs: field.format(theirs),
      proposed: proposalOf(base[field.id], mine[field.id], theirs[field.id]),
    }));
}

function proposalOf(base: unknown, mine: unknown, theirs: unknown): MergeSide | null {
  if (isSame(mine, base)) return 'theirs';
  return isSame(theirs, base) ? 'mine' : null;
}

/** The entries that the choices make; where nothing is chosen, both sides hold the same. */
export function merged<Entries extends object>(
  mine: Entries,
  theirs: Entries,
  choices: Readonly<Partial<Record<string, MergeSide>>>,
): Entries {
  const result = { ...mine };
  for (const id of Object.keys(choices) as (keyof Entries & string)[]) {
    if (choices[id] === 'theirs') result[id] = theirs[id];
  }
  return result;
}

/** Values of forms are texts, null, or lists of ids, whose order says nothing. */
function isSame(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  const [a, b] = [[...left].sort(), [...right].sort()];
  return a.length === b.length && a.every((item, idx) => item === b[idx]);
}
