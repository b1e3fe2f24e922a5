export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

export interface OptionGroup<Id extends string> {
  readonly title: string;
  readonly options: readonly Option<Id>[];
}

/** Options of a list, or of several titled groups. */
export type Choices<Id extends string> =
  | { readonly options: readonly Option<Id>[]; readonly groups?: never }
  | { readonly groups: readonly OptionGroup<Id>[]; readonly options?: never };

/** Key of the entry that clears the selection; no option id uses this character. */
export const NO_OPTION = '∅';

export function allOptions<Id extends string>(choices: Choices<Id>): readonly Option<Id>[] {
  return choices.groups === undefined
    ? choices.options
    : choices.groups.flatMap((group) => group.options);
}
