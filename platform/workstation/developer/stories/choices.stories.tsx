import { type ComponentProps, type ReactNode, useState } from 'react';
import { builtInLists, type Finding } from '#contracts';
import {
  CategoryChips,
  Checkbox,
  DescriptorChips,
  Dropdown,
  MultiDropdown,
  RadioChips,
  Switch,
  ToggleChips,
} from '#ui';
import { LONG_TEXT, type StoryGroup } from './story.ts';

const DENSITIES = [
  { id: 'FATTY', label: 'Fatty' },
  { id: 'FIBRO', label: 'Scattered fibroglandular' },
  { id: 'HETERO', label: 'Heterogeneous' },
  { id: 'EXTREME', label: 'Extremely dense' },
] as const;
const GROUPS = [
  {
    title: 'Scanner',
    options: [
      { id: 'R3D', label: '3D reconstruction' },
      { id: 'AUTO', label: 'Auto detection' },
    ],
  },
  { title: 'Archive', options: [{ id: 'PACS', label: 'Transfer to PACS' }] },
] as const;
const MANY_OPTIONS = Array.from({ length: 60 }, (_, idx) => ({
  id: `N${idx}`,
  label: `Choice ${idx + 1}`,
}));

type FieldProps = Pick<
  ComponentProps<typeof Checkbox>,
  'help' | 'error' | 'required' | 'disabled' | 'labelHidden'
>;

function ControlledCheckbox(
  props: FieldProps & { readonly label?: string; readonly on?: boolean },
): ReactNode {
  const [checked, setChecked] = useState(props.on ?? false);
  const { on: _, label = 'Mass', ...extras } = props;
  return <Checkbox label={label} {...extras} checked={checked} onChange={setChecked} />;
}

function ControlledSwitch(
  props: FieldProps & { readonly locked?: string; readonly on?: boolean },
): ReactNode {
  const [checked, setChecked] = useState(props.on ?? false);
  const { on: _, ...extras } = props;
  return <Switch label="AI findings" {...extras} checked={checked} onChange={setChecked} />;
}

function DensityDropdown(
  props: FieldProps & { readonly start?: (typeof DENSITIES)[number]['id'] },
): ReactNode {
  const [value, setValue] = useState(props.start ?? null);
  const { start: _, ...extras } = props;
  return (
    <Dropdown
      label="Breast density"
      {...extras}
      options={DENSITIES}
      value={value}
      onChange={setValue}
    />
  );
}

function NonNullableDropdown(): ReactNode {
  const [value, setValue] = useState<string>('N3');
  return (
    <Dropdown label="Choice" options={MANY_OPTIONS} value={value} nonNullable onChange={setValue} />
  );
}

function NarrowDropdown(): ReactNode {
  const [value, setValue] = useState('1');
  const options = ['1', '2', '3'].map((id) => ({ id, label: id }));
  return (
    <div style={{ width: 64 }}>
      <Dropdown label="Grade" options={options} value={value} nonNullable onChange={setValue} />
    </div>
  );
}

function GroupedDropdown(): ReactNode {
  const [value, setValue] = useState<string | null>(null);
  return <Dropdown label="Kind of job" groups={GROUPS} value={value} onChange={setValue} />;
}

function LongDropdown(): ReactNode {
  const [value, setValue] = useState<string | null>('L');
  const options = [{ id: 'L', label: LONG_TEXT }];
  return <Dropdown label={LONG_TEXT} options={options} value={value} onChange={setValue} />;
}

function ControlledMultiDropdown(props: {
  readonly start: readonly string[];
  readonly max?: number;
}): ReactNode {
  const [values, setValues] = useState(props.start);
  const max = props.max === undefined ? {} : { max: props.max };
  return (
    <MultiDropdown
      label="History"
      options={MANY_OPTIONS}
      values={values}
      {...max}
      onChange={setValues}
    />
  );
}

function ControlledToggleChips(props: {
  readonly multiple?: boolean;
  readonly disabled?: boolean;
}): ReactNode {
  const [selected, setSelected] = useState<readonly string[]>([]);
  return (
    <ToggleChips
      label="Density"
      options={DENSITIES}
      {...props}
      selected={selected}
      onChange={setSelected}
    />
  );
}

function ControlledDescriptorChips(): ReactNode {
  const [labels, setLabels] = useState<Finding['annotationLabels']>({ SHAPE: ['OVAL'] });
  return (
    <DescriptorChips
      lists={builtInLists}
      finding={{ id: 'finding', annotationLabels: labels }}
      disabled={false}
      onChange={setLabels}
    />
  );
}

function ControlledCategoryChips({ start = null }: { readonly start?: number | null }): ReactNode {
  const [score, setScore] = useState<number | null>(start);
  return (
    <CategoryChips
      label="BI-RADS category"
      lists={builtInLists}
      score={score}
      disabled={false}
      onChange={setScore}
    />
  );
}

function ControlledRadioChips(props: {
  readonly error?: string;
  readonly disabled?: boolean;
}): ReactNode {
  const [value, setValue] = useState<string | null>(null);
  return (
    <RadioChips label="Density" options={DENSITIES} {...props} value={value} onChange={setValue} />
  );
}

export const choiceStories: readonly StoryGroup[] = [
  {
    widget: 'Checkbox',
    stories: [
      { title: 'Normal', draw: () => <ControlledCheckbox /> },
      { title: 'Checked', draw: () => <ControlledCheckbox on /> },
      { title: 'Help', draw: () => <ControlledCheckbox help="Seen in two planes" /> },
      {
        title: 'Error',
        draw: () => <ControlledCheckbox required error="Select this to continue" />,
      },
      { title: 'Disabled', draw: () => <ControlledCheckbox on disabled /> },
      { title: 'Label for screen readers only', draw: () => <ControlledCheckbox labelHidden /> },
      { title: 'Long text', draw: () => <ControlledCheckbox label={LONG_TEXT} /> },
    ],
  },
  {
    widget: 'Switch',
    stories: [
      { title: 'Off', draw: () => <ControlledSwitch /> },
      { title: 'On', draw: () => <ControlledSwitch on help="Segment and auto detect" /> },
      { title: 'Locked', draw: () => <ControlledSwitch on locked="Set by the environment" /> },
      {
        title: 'Locked, label for screen readers only',
        draw: () => <ControlledSwitch locked="Needed" labelHidden />,
      },
      { title: 'Disabled', draw: () => <ControlledSwitch on disabled /> },
      { title: 'Error', draw: () => <ControlledSwitch error="The setting was not changed" /> },
    ],
  },
  {
    widget: 'Dropdown',
    stories: [
      { title: 'Normal', draw: () => <DensityDropdown start="HETERO" /> },
      { title: 'Nothing chosen', draw: () => <DensityDropdown /> },
      { title: 'Required', draw: () => <DensityDropdown required help="As seen in this scan" /> },
      { title: 'Error', draw: () => <DensityDropdown error="Choose the density" /> },
      { title: 'Disabled', draw: () => <DensityDropdown start="FATTY" disabled /> },
      { title: 'Grouped', draw: () => <GroupedDropdown /> },
      { title: 'Required choice of many', draw: () => <NonNullableDropdown /> },
      { title: 'Label for screen readers only', draw: () => <DensityDropdown labelHidden /> },
      { title: 'Narrow', draw: () => <NarrowDropdown /> },
      { title: 'Long text', draw: () => <LongDropdown /> },
    ],
  },
  {
    widget: 'MultiDropdown',
    stories: [
      { title: 'Nothing chosen', draw: () => <ControlledMultiDropdown start={[]} /> },
      { title: 'One', draw: () => <ControlledMultiDropdown start={['N1']} /> },
      {
        title: 'Several, at most 3',
        draw: () => <ControlledMultiDropdown start={['N1', 'N2', 'N7']} max={3} />,
      },
    ],
  },
  {
    widget: 'ToggleChips',
    stories: [
      { title: 'One of several', draw: () => <ControlledToggleChips />, wide: true },
      { title: 'Several', draw: () => <ControlledToggleChips multiple />, wide: true },
      { title: 'Disabled', draw: () => <ControlledToggleChips disabled />, wide: true },
    ],
  },
  {
    widget: 'DescriptorChips',
    stories: [{ title: 'A mass', draw: () => <ControlledDescriptorChips />, wide: true }],
  },
  {
    widget: 'CategoryChips',
    stories: [
      { title: 'Undecided', draw: () => <ControlledCategoryChips />, wide: true },
      { title: 'Chosen', draw: () => <ControlledCategoryChips start={5} />, wide: true },
    ],
  },
  {
    widget: 'RadioChips',
    stories: [
      { title: 'Nothing chosen', draw: () => <ControlledRadioChips />, wide: true },
      { title: 'Error', draw: () => <ControlledRadioChips error="Choose one" />, wide: true },
      { title: 'Disabled', draw: () => <ControlledRadioChips disabled />, wide: true },
    ],
  },
];
