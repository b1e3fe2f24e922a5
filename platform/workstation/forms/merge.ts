/** Form field of the merge view. */
export interface MergeField<Entries> {
  readonly id: keyof Entries & string;
  readonly label: string;
  /** Formats the value for people; empty text for none. */
  format(entries: Entries): string;
}

/** Version whose value is kept: the entered or the saved one. */
export type MergeSide = 'mine' | 'theirs';

/** Field in which the two versions differ. */
export interface Difference<Entries> {
  readonly field: MergeField<Entries>;
  readonly mine: string;
  readonly theirs: string;
  /** Side that alone changed the field; null when both changed it and the user has to choose. */
  readonly proposed: MergeSide | null;
}

/** Returns the differences of two edits of the same base, in the order of the fields. */
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

/** Applies the choices to `mine`; fields without a choice are equal on both sides. */
export function applyChoices<Entries extends object>(
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

/** Compares form values: texts, null, or lists of ids in any order. */
function isSame(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  const [a, b] = [[...left].sort(), [...right].sort()];
  return a.length === b.length && a.every((item, idx) => item === b[idx]);
}
