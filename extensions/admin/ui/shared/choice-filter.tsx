import type { ReactNode } from 'react';
import { Dropdown } from '#ui';
import styles from './dashboard.module.css';

const ALL = 'ALL';

/** Filters a list by one of several codes; null selects all. */
export function ChoiceFilter<Code extends string>(props: {
  readonly label: string;
  /** Label of the option that selects all. */
  readonly allLabel: string;
  readonly codes: readonly Code[];
  readonly labels: Readonly<Record<NoInfer<Code>, string>>;
  readonly value: Code | null;
  onChange(code: NoInfer<Code> | null): void;
}): ReactNode {
  const { codes, labels, value } = props;
  return (
    <div className={styles.filter}>
      <Dropdown<Code | typeof ALL>
        label={props.label}
        labelHidden
        nonNullable
        options={[
          { id: ALL, label: props.allLabel },
          ...codes.map((id) => ({ id, label: labels[id] })),
        ]}
        value={value ?? ALL}
        onChange={(id) => props.onChange(id === ALL ? null : id)}
      />
    </div>
  );
}
