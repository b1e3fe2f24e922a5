import { type ReactNode, useEffect, useRef, useState } from 'react';
import { withinSentence } from '#foundation';
import { Button, DialogActions } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './forms.module.css';
import {
  applyChoices,
  type Difference,
  differences,
  type MergeField,
  type MergeSide,
} from './merge.ts';

const texts = recordTexts.merge;

export interface MergeViewProps<Entries> {
  /** Values at the start of the edit. */
  readonly base: Entries;
  /** Values that the user entered. */
  readonly mine: Entries;
  /** Values that another user saved in the meantime. */
  readonly theirs: Entries;
  readonly fields: readonly MergeField<Entries>[];
  /** Name of the other user. */
  readonly theirName: string;
  /** Time when the other user saved, as shown. */
  readonly theirTime: string;
  readonly busy: boolean;
  onSave(entries: Entries): void;
  onAcceptTheirs(): void;
}

type Choices = Readonly<Partial<Record<string, MergeSide>>>;

/** Compares two edits of a record field by field; saves only when every difference is resolved. */
export function MergeView<Entries extends object>(props: MergeViewProps<Entries>): ReactNode {
  const { base, mine, theirs, fields } = props;
  const changes = differences(base, mine, theirs, fields);
  const [selected, setSelected] = useState<Choices>({});
  const choices: Record<string, MergeSide> = {};
  for (const { field, proposed } of changes) {
    const side = selected[field.id] ?? proposed;
    if (side !== null) choices[field.id] = side;
  }
  const section = useRef<HTMLElement>(null);
  // Moves the focus to the section, because the pressed button has been removed.
  useEffect(() => section.current?.focus(), []);
  const unresolved = changes.length - Object.keys(choices).length;
  return (
    <section ref={section} className={styles.form} aria-label={texts.title} tabIndex={-1}>
      <p role="alert">{texts.intro(props.theirName, props.theirTime)}</p>
      {changes.length === 0 ? (
        <p>{texts.noDifference}</p>
      ) : (
        <DifferenceTable
          changes={changes}
          choices={choices}
          onSelect={(id, side) => setSelected({ ...selected, [id]: side })}
        />
      )}
      <p className={styles.quiet} role="status">
        {unresolved === 0 ? '' : texts.missing(unresolved)}
      </p>
      <DialogActions>
        <Button onPress={props.onAcceptTheirs}>{texts.acceptTheirs}</Button>
        <Button
          kind="primary"
          busy={props.busy}
          disabled={unresolved > 0}
          onPress={() => props.onSave(applyChoices(mine, theirs, choices))}
        >
          {texts.save}
        </Button>
      </DialogActions>
    </section>
  );
}

function DifferenceTable<Entries>(props: {
  readonly changes: readonly Difference<Entries>[];
  readonly choices: Choices;
  onSelect(id: string, side: MergeSide): void;
}): ReactNode {
  return (
    <table className={styles.merge}>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.mine}</th>
          <th scope="col">{texts.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {props.changes.map((change) => (
          <tr key={change.field.id}>
            <th scope="row">{change.field.label}</th>
            {(['mine', 'theirs'] as const).map((side) => (
              <td key={side}>
                <Choice
                  name={change.field.label}
                  side={side}
                  text={change[side]}
                  selected={props.choices[change.field.id] === side}
                  onSelect={() => props.onSelect(change.field.id, side)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Choice(props: {
  readonly name: string;
  readonly side: MergeSide;
  readonly text: string;
  readonly selected: boolean;
  onSelect(): void;
}): ReactNode {
  const text = props.text === '' ? recordTexts.none : props.text;
  return (
    <label className={styles.choice} data-selected={props.selected}>
      <input
        type="radio"
        name={`merge-${props.name}`}
        checked={props.selected}
        aria-label={`${props.name}, ${withinSentence(texts[props.side])}: ${text}`}
        onChange={props.onSelect}
      />
      <span>{text}</span>
    </label>
  );
}
