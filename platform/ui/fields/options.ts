export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

export interface OptionGroup<Id extends string> {
  readonly title: string;
  readonly options: readonly Option<Id>[];
}

/** What there is to choose from: one list, or several under titles. */
export type Choices<Id extends string> =
  | { readonly options: readonly Option<Id>[]; readonly groups?: never }
  | { readonly groups: readonly OptionGroup<Id>[]; readonly options?: never };

/** The key of the entry that takes a choice back; no id of a list holds this sign. */
export const NO_OPTION = '∅';

export function allOptions<Id extends string>(choices: Choices<Id>): readonly Option<Id>[] {
  return choices.groups === undefined
    ? choices.options
    : choices.groups.flatMap((group) => group.options);
}
