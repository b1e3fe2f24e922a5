import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import styles from './report-panel.module.css';

interface DescriptorChipsProps {
  readonly label: string;
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly title?: string;
  }[];
  readonly selected: readonly string[];
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  onChange(ids: readonly string[]): void;
}

/** Chips of one descriptor; one press selects, a second press removes. Arrow keys move the focus. */
export function DescriptorChips(props: DescriptorChipsProps): ReactNode {
  const { label, options, selected, multiple = false, disabled = false } = props;
  return (
    <div className={styles.descriptor}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <ToggleButtonGroup
        aria-label={label}
        className={styles.chips ?? ''}
        selectionMode={multiple ? 'multiple' : 'single'}
        selectedKeys={selected}
        isDisabled={disabled}
        onSelectionChange={(keys) => props.onChange([...keys].map(String))}
      >
        {options.map((option) => (
          <ToggleButton
            key={option.id}
            id={option.id}
            className={styles.chip ?? ''}
            {...(option.title === undefined ? {} : { 'aria-label': option.title })}
          >
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
