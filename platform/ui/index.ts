export {
  Button,
  type ButtonKind,
  type ButtonProps,
  type ButtonSize,
  buttonClass,
} from './button.tsx';
export { Card } from './card.tsx';
export { Checkbox, type CheckboxProps } from './checkbox.tsx';
export { classNames } from './class-names.ts';
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { copyText } from './copy-text.ts';
export { DateInput, type DateInputProps } from './date-input.tsx';
export { DatePicker, type DatePickerProps } from './date-picker.tsx';
export { Dialog, DialogActions, type DialogProps } from './dialog.tsx';
export { Disclosure, type DisclosureProps } from './disclosure.tsx';
export { DropZone, type DropZoneProps } from './drop-zone.tsx';
export { Dropdown, type DropdownProps } from './dropdown.tsx';
export { EmptyState, type EmptyStateProps } from './empty-state.tsx';
export { ErrorCard, type ErrorCardProps } from './error-card.tsx';
export { FieldError } from './field-error.tsx';
export { ICON_NAMES, Icon, type IconName, type IconProps } from './icon.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { JobRow, type JobRowProps, type JobView } from './job-row.tsx';
export {
  loadPickDialog,
  type PickDialogProps,
  type PickGroup,
  type PickItem,
} from './load-pick-dialog.ts';
export { MarkedText } from './marked-text.tsx';
export { matchRanges } from './match-ranges.ts';
export { MenuButton, type MenuButtonProps, type MenuEntry } from './menu-button.tsx';
export { MenuPopover, type MenuPopoverProps } from './menu-popover.tsx';
export { MultiDropdown, type MultiDropdownProps } from './multi-dropdown.tsx';
export { NumberField, type NumberFieldProps } from './number-field.tsx';
export type { Choices, Option, OptionGroup } from './options.ts';
export { PopoverButton, type PopoverButtonProps } from './popover-button.tsx';
export { ProductMark } from './product-mark.tsx';
export { ProgressBar, type ProgressBarProps } from './progress-bar.tsx';
export { RadioChips, type RadioChipsProps } from './radio-chips.tsx';
export { saveFile } from './save-file.ts';
export { Skeleton, type SkeletonProps } from './skeleton.tsx';
export { Slider, type SliderProps, type SliderTick } from './slider.tsx';
export { Spinner, type SpinnerProps } from './spinner.tsx';
export { Splitter, type SplitterProps } from './splitter.tsx';
export { StateDot, type StateDotProps, type StateTone } from './state-dot.tsx';
export { Switch, type SwitchProps } from './switch.tsx';
export { Table } from './table.tsx';
export type { TableColumn, TableProps, TableSort } from './table-types.ts';
export { type TabItem, Tabs } from './tabs.tsx';
export { Chip, type ChipProps, type DotState, StatusDot, Tag } from './tag.tsx';
export { TextArea, type TextAreaProps } from './text-area.tsx';
export { TextField, type TextFieldProps } from './text-field.tsx';
export { TimePicker, type TimePickerProps } from './time-picker.tsx';
export { Tooltip, type TooltipProps } from './tooltip.tsx';
export { useDebounced } from './use-debounced.ts';
export { isTextTarget, useKeyDown } from './use-key-down.ts';
export { useStore, type WatchableStore } from './use-store.ts';
