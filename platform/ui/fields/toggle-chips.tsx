import type { KeyboardEvent, ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import styles from './chips.module.css';
import type { Option } from './options.ts';

export interface ToggleChip extends Option<string> {
  /** Name for screen readers if the label is an abbreviation. */
  readonly name?: string;
  /** Digit that presses the chip; by default its number among the first nine. */
  readonly digit?: string;
}

export interface ToggleChipsProps {
  readonly label: string;
  readonly options: readonly ToggleChip[];
  readonly selected: readonly string[];
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  onChange(ids: readonly string[]): void;
}

/** Attribute of an element in which the arrow keys move from one group of chips to the next. */
export const CHIP_GROUPS = { 'data-chip-groups': '' } as const;

/**
 * Chips that can be chosen and removed again by a press. While a chip has the focus, digits press
 * chips of the group; a digit that several chips share goes through them. Left and right move within
 * the group, up and down to the next group in the element with `CHIP_GROUPS`.
 */
export function ToggleChips(props: ToggleChipsProps): ReactNode {
  const { label, selected, multiple = false, disabled = false } = props;
  const options = props.options.map((option, idx) => ({ ...option, digit: digitOf(option, idx) }));
  const press = (id: string): void => {
    const others = multiple ? selected.filter((other) => other !== id) : [];
    props.onChange(selected.includes(id) ? others : [...others, id]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (disabled || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      focusGroup(event.currentTarget, step);
      return;
    }
    if (!/^\d$/.test(event.key)) return;
    // No digit is a shortcut of the page here, so that a mistyped one does not change the images.
    event.preventDefault();
    const next = nextOf(
      options.filter(({ digit }) => digit === event.key),
      selected,
    );
    if (next !== undefined && !event.repeat) press(next.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
    <div className={styles.group} data-chip-group="" onKeyDown={onKeyDown}>
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
        {options.map(({ id, label, name, digit }) => (
          <ToggleButton
            key={id}
            id={id}
            className={styles.chip ?? ''}
            aria-label={name ?? label}
            {...(digit === null ? {} : { 'aria-keyshortcuts': digit })}
            {...(digit === null || label.startsWith(digit) ? {} : { 'data-key': digit })}
          >
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}

function digitOf({ digit }: ToggleChip, idx: number): string | null {
  return digit ?? (idx < 9 ? String(idx + 1) : null);
}

/** Returns the chip after the selected one among those that share a digit. */
function nextOf<Chip extends Option<string>>(
  sharing: readonly Chip[],
  selected: readonly string[],
): Chip | undefined {
  const at = sharing.findIndex(({ id }) => selected.includes(id));
  return sharing.length > 1 ? sharing[(at + 1) % sharing.length] : sharing[0];
}

function focusGroup(group: HTMLElement, step: number): void {
  const groups = [
    ...(group.closest('[data-chip-groups]')?.querySelectorAll('[data-chip-group]') ?? []),
  ];
  for (let at = groups.indexOf(group) + step; at in groups; at += step) {
    const chip =
      groups[at]?.querySelector<HTMLElement>('[aria-pressed=true], [aria-checked=true]') ??
      groups[at]?.querySelector<HTMLElement>('button:not(:disabled)');
    // A chip in a closed disclosure can't take the focus.
    if (chip == null || chip.closest('[hidden]') !== null) continue;
    chip.focus();
    chip.scrollIntoView?.({ block: 'nearest' });
    return;
  }
}
