export {
  Button,
  type ButtonKind,
  type ButtonProps,
  type ButtonSize,
  buttonClass,
} from './buttons/button.tsx';
export { IconButton, type IconButtonProps, iconButtonClass } from './buttons/icon-button.tsx';
export {
  CategoryChips,
  type CategoryChipsProps,
  categoryCode,
} from './clinical/category-chips.tsx';
export { DescriptorChips, type DescriptorChipsProps } from './clinical/descriptor-chips.tsx';
export { DateInput, type DateInputProps } from './dates/date-input.tsx';
export { DatePicker, type DatePickerProps } from './dates/date-picker.tsx';
export { TimePicker, type TimePickerProps } from './dates/time-picker.tsx';
export { ICON_NAMES, Icon, type IconName, type IconProps } from './display/icon.tsx';
export { MarkedText } from './display/marked-text.tsx';
export { matchRanges } from './display/match-ranges.ts';
export { ProductMark } from './display/product-mark.tsx';
export { StateDot, type StateDotProps, type StateTone } from './display/state-dot.tsx';
export { Chip, type ChipProps, type DotState, StatusDot, Tag } from './display/tag.tsx';
export { Tooltip, type TooltipProps } from './display/tooltip.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { ErrorCard, type ErrorCardProps } from './feedback/error-card.tsx';
export { JobRow, type JobRowProps, type JobView } from './feedback/job-row.tsx';
export { ProgressBar, type ProgressBarProps } from './feedback/progress-bar.tsx';
export { Skeleton, type SkeletonProps } from './feedback/skeleton.tsx';
export { Spinner, type SpinnerProps } from './feedback/spinner.tsx';
export { Checkbox, type CheckboxProps } from './fields/checkbox.tsx';
export { Dropdown, type DropdownProps } from './fields/dropdown.tsx';
export { FieldError } from './fields/field-error.tsx';
export { lengthError } from './fields/length-error.ts';
export { MultiDropdown, type MultiDropdownProps } from './fields/multi-dropdown.tsx';
export { NumberField, type NumberFieldProps } from './fields/number-field.tsx';
export type { Choices, Option, OptionGroup } from './fields/options.ts';
export { RadioChips, type RadioChipsProps } from './fields/radio-chips.tsx';
export { Slider, type SliderProps, type SliderTick } from './fields/slider.tsx';
export { Switch, type SwitchProps } from './fields/switch.tsx';
export { TextArea, type TextAreaProps } from './fields/text-area.tsx';
export { TextField, type TextFieldProps } from './fields/text-field.tsx';
export {
  CHIP_GROUPS,
  type ToggleChip,
  ToggleChips,
  type ToggleChipsProps,
} from './fields/toggle-chips.tsx';
export { copyText } from './files/copy-text.ts';
export { DropZone, type DropZoneProps } from './files/drop-zone.tsx';
export { saveFile } from './files/save-file.ts';
export { useDebounced } from './hooks/use-debounced.ts';
export { useHashQuery, useHashQueryText } from './hooks/use-hash-query.ts';
export { isTextTarget, useKeyDown } from './hooks/use-key-down.ts';
export { useStore, type WatchableStore } from './hooks/use-store.ts';
export { Card } from './layout/card.tsx';
export { Disclosure, type DisclosureProps } from './layout/disclosure.tsx';
export { LocaleProvider } from './layout/locale-provider.tsx';
export { Splitter, type SplitterProps } from './layout/splitter.tsx';
export { type TabItem, Tabs } from './layout/tabs.tsx';
export { NoteList, type NoteListProps } from './notes/note-list.tsx';
export type { NoteCalls, NoteProblem, NoteSource } from './notes/note-source.ts';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/confirm-dialog.tsx';
export { Dialog, DialogActions, type DialogProps } from './overlays/dialog.tsx';
export { DiscardDialog } from './overlays/discard-dialog.tsx';
export {
  loadPickDialog,
  type PickDialogProps,
  type PickGroup,
  type PickItem,
} from './overlays/load-pick-dialog.ts';
export { MenuButton, type MenuButtonProps } from './overlays/menu-button.tsx';
export type { MenuEntry } from './overlays/menu-entries.tsx';
export { MenuPopover, type MenuPopoverProps } from './overlays/menu-popover.tsx';
export { PopoverButton, type PopoverButtonProps } from './overlays/popover-button.tsx';
export type { CacheOptions } from './queries/query-options.ts';
export {
  type InfiniteList,
  type InfiniteListOptions,
  type Page,
  type PageQuery,
  useInfiniteList,
} from './queries/use-infinite-list.ts';
export { type Loaded, type LoadOptions, useLoaded } from './queries/use-loaded.ts';
export { classNames } from './styles/class-names.ts';
export { Table } from './tables/table.tsx';
export type { TableColumn, TableProps, TableSort } from './tables/table-types.ts';
