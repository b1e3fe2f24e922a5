import { type ReactNode, useState } from 'react';
import { DateInput, DatePicker, TimePicker } from '#ui';
import type { StoryGroup } from './story.ts';

interface DateProps {
  readonly start?: string | null;
  readonly label?: string;
  readonly help?: string;
  readonly error?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly latest?: string;
}

/** Wraps a date widget with state for its value. */
function controlled(Widget: typeof DatePicker | typeof DateInput) {
  return function ControlledDateField({
    start = null,
    label = 'Birth date',
    ...props
  }: DateProps): ReactNode {
    const [value, setValue] = useState(start);
    return <Widget label={label} {...props} value={value} onChange={setValue} />;
  };
}

const ControlledDateInput = controlled(DateInput);
const ControlledDatePicker = controlled(DatePicker);

function ControlledTimePicker({ start = null, ...props }: DateProps): ReactNode {
  const [value, setValue] = useState(start);
  return <TimePicker label="Every day at" {...props} value={value} onChange={setValue} />;
}

const LATEST = '2026-11-20';

export const dateStories: readonly StoryGroup[] = [
  {
    widget: 'DateInput',
    stories: [
      { title: 'Normal', draw: () => <ControlledDateInput start="1974-03-09" latest={LATEST} /> },
      { title: 'Empty', draw: () => <ControlledDateInput required latest={LATEST} /> },
      { title: 'Help', draw: () => <ControlledDateInput help="As in the passport" /> },
      {
        title: 'Error',
        draw: () => (
          <ControlledDateInput start="1974-03-09" error="Another patient has this birth date" />
        ),
      },
      { title: 'Not allowed', draw: () => <ControlledDateInput start="1880-02-29" /> },
      { title: 'Disabled', draw: () => <ControlledDateInput start="1974-03-09" disabled /> },
    ],
  },
  {
    widget: 'DatePicker',
    stories: [
      {
        title: 'Normal',
        draw: () => <ControlledDatePicker label="Last study from" start="2026-11-05" />,
      },
      { title: 'Empty', draw: () => <ControlledDatePicker label="Last study from" /> },
      {
        title: 'Too late',
        draw: () => (
          <ControlledDatePicker label="Last study to" start="2199-01-01" latest={LATEST} />
        ),
      },
      { title: 'Disabled', draw: () => <ControlledDatePicker start="2026-11-05" disabled /> },
    ],
  },
  {
    widget: 'TimePicker',
    stories: [
      { title: 'Normal', draw: () => <ControlledTimePicker start="03:05" /> },
      { title: 'Empty', draw: () => <ControlledTimePicker help="24 hours" /> },
      { title: 'Error', draw: () => <ControlledTimePicker error="Choose a time" /> },
      { title: 'Disabled', draw: () => <ControlledTimePicker start="21:00" disabled /> },
    ],
  },
];
