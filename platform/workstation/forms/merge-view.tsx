import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, DialogActions } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './forms.module.css';
import { type Difference, differences, type MergeField, type MergeSide, merged } from './merge.ts';

const texts = recordTexts.merge;

export interface MergeViewProps<Entries> {
  /** What the edit started from, what was entered here, and what is saved by now. */
  readonly base: Entries;
  readonly mine: Entries;
  readonly theirs: Entries;
  readonly fields: readonly MergeField<Entries>[];
  readonly who: string;
  readonly when: string;
  readonly busy: boolean;
  onSave(entries: Entries): void;
  onTakeTheirs(): void;
}

type Choices = Readonly<Partial<Record<string, MergeSide>>>;

/** Two edits of one record, field by field; nothing is saved before every line has its value. */
export function MergeView<Entries extends object>(props: MergeViewProps<Entries>): ReactNode {
  const { base, mine, theirs, fields } = props;
  const found = differences(base, mine, theirs, fields);
  const [chosen, setChosen] = useState<Choices>({});
  const choices: Record<string, MergeSide> = {};
  for (const { field, proposed } of found) {
    const side = chosen[field.id] ?? proposed;
    if (side !== null) choices[field.id] = side;
  }
  const section = useRef<HTMLElement>(null);
  // The button that was pressed is gone: the keys go on here.
  useEffect(() => section.current?.focus(), []);
  const missing = found.length - Object.keys(choices).length;
  return (
    <section ref={section} className={styles.form} aria-label={texts.title} tabIndex={-1}>
      <p role="alert">{texts.intro(props.who, props.when)}</p>
      {found.length === 0 ? (
        <p>{texts.agreed}</p>
      ) : (
        <Lines
          found={found}
          choices={choices}
          onChoose={(id, side) => setChosen({ ...chosen, [id]: side })}
        />
      )}
      <p className={styles.quiet} role="status">
        {missing === 0 ? '' : texts.missing(missing)}
      </p>
      <DialogActions>
        <Button onPress={props.onTakeTheirs}>{texts.takeTheirs}</Button>
        <Button
          kind="primary"
          busy={props.busy}
          disabled={missing > 0}
          onPress={() => props.onSave(merged(mine, theirs, choices))}
        >
          {texts.save}
        </Button>
      </DialogActions>
    </section>
  );
}

function Lines<Entries>(props: {
  readonly found: readonly Difference<Entries>[];
  readonly choices: Choices;
  onChoose(id: string, side: MergeSide): void;
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
        {props.found.map((one) => (
          <tr key={one.field.id}>
            <th scope="row">{one.field.label}</th>
            {(['mine', 'theirs'] as const).map((side) => (
              <td key={side}>
                <Choice
                  name={one.field.label}
                  side={side}
                  words={one[side]}
                  chosen={props.choices[one.field.id] === side}
                  onChoose={() => props.onChoose(one.field.id, side)}
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
  readonly words: string;
  readonly chosen: boolean;
  onChoose(): void;
}): ReactNode {
  const words = props.words === '' ? recordTexts.none : props.words;
  return (
    <label className={styles.choice} data-chosen={props.chosen}>
      <input
        type="radio"
        name={`merge-${props.name}`}
        checked={props.chosen}
        aria-label={`${props.name}, ${texts[props.side].toLowerCase()}: ${words}`}
        onChange={props.onChoose}
      />
      <span>{words}</span>
    </label>
  );
}
