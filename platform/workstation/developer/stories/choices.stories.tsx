import { type ComponentProps, type ReactNode, useState } from 'react';
import { Checkbox, Dropdown, MultiDropdown, RadioChips, Switch } from '#ui';
import { LONG, type StoryGroup } from './story.ts';

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
const MANY = Array.from({ length: 60 }, (_, idx) => ({
  id: `N${idx}`,
  label: `Choice ${idx + 1}`,
}));

type Extras = Pick<
  ComponentProps<typeof Checkbox>,
  'help' | 'error' | 'required' | 'disabled' | 'labelHidden'
>;

function Tick(props: Extras & { readonly label?: string; readonly on?: boolean }): ReactNode {
  const [checked, setChecked] = useState(props.on ?? false);
  const { on: _, label = 'Mass', ...extras } = props;
  return <Checkbox label={label} {...extras} checked={checked} onChange={setChecked} />;
}

function Turn(props: Extras & { readonly locked?: string; readonly on?: boolean }): ReactNode {
  const [checked, setChecked] = useState(props.on ?? false);
  const { on: _, ...extras } = props;
  return <Switch label="AI findings" {...extras} checked={checked} onChange={setChecked} />;
}

function Density(props: Extras & { readonly start?: (typeof DENSITIES)[number]['id'] }): ReactNode {
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

function Always(): ReactNode {
  const [value, setValue] = useState<string>('N3');
  return <Dropdown label="Choice" options={MANY} value={value} nonNullable onChange={setValue} />;
}

function Grouped(): ReactNode {
  const [value, setValue] = useState<string | null>(null);
  return <Dropdown label="Kind of job" groups={GROUPS} value={value} onChange={setValue} />;
}

function Long(): ReactNode {
  const [value, setValue] = useState<string | null>('L');
  const options = [{ id: 'L', label: LONG }];
  return <Dropdown label={LONG} options={options} value={value} onChange={setValue} />;
}

function Several(props: { readonly start: readonly string[]; readonly max?: number }): ReactNode {
  const [values, setValues] = useState(props.start);
  const max = props.max === undefined ? {} : { max: props.max };
  return (
    <MultiDropdown label="History" options={MANY} values={values} {...max} onChange={setValues} />
  );
}

function Chips(props: { readonly error?: string; readonly disabled?: boolean }): ReactNode {
  const [value, setValue] = useState<string | null>(null);
  return (
    <RadioChips label="Density" options={DENSITIES} {...props} value={value} onChange={setValue} />
  );
}

export const choiceStories: readonly StoryGroup[] = [
  {
    widget: 'Checkbox',
    stories: [
      { title: 'Normal', draw: () => <Tick /> },
      { title: 'Ticked', draw: () => <Tick on /> },
      { title: 'Help', draw: () => <Tick help="Seen in two planes" /> },
      { title: 'Error', draw: () => <Tick required error="Tick it to go on" /> },
      { title: 'Disabled', draw: () => <Tick on disabled /> },
      { title: 'Its label only spoken', draw: () => <Tick labelHidden /> },
      { title: 'Long text', draw: () => <Tick label={LONG} /> },
    ],
  },
  {
    widget: 'Switch',
    stories: [
      { title: 'Off', draw: () => <Turn /> },
      { title: 'On', draw: () => <Turn on help="Segment and auto detect" /> },
      { title: 'Locked', draw: () => <Turn on locked="The environment sets it" /> },
      { title: 'Locked, its label only spoken', draw: () => <Turn locked="Needed" labelHidden /> },
      { title: 'Disabled', draw: () => <Turn on disabled /> },
      { title: 'Error', draw: () => <Turn error="It could not be switched" /> },
    ],
  },
  {
    widget: 'Dropdown',
    stories: [
      { title: 'Normal', draw: () => <Density start="HETERO" /> },
      { title: 'Nothing chosen', draw: () => <Density /> },
      { title: 'Required', draw: () => <Density required help="As seen in this scan" /> },
      { title: 'Error', draw: () => <Density error="Choose the density" /> },
      { title: 'Disabled', draw: () => <Density start="FATTY" disabled /> },
      { title: 'Grouped', draw: () => <Grouped /> },
      { title: 'Never empty, many choices', draw: () => <Always /> },
      { title: 'Its label only spoken', draw: () => <Density labelHidden /> },
      { title: 'Long text', draw: () => <Long /> },
    ],
  },
  {
    widget: 'MultiDropdown',
    stories: [
      { title: 'Nothing chosen', draw: () => <Several start={[]} /> },
      { title: 'One', draw: () => <Several start={['N1']} /> },
      { title: 'Several, at most 3', draw: () => <Several start={['N1', 'N2', 'N7']} max={3} /> },
    ],
  },
  {
    widget: 'RadioChips',
    stories: [
      { title: 'Nothing chosen', draw: () => <Chips />, wide: true },
      { title: 'Error', draw: () => <Chips error="Choose one" />, wide: true },
      { title: 'Disabled', draw: () => <Chips disabled />, wide: true },
    ],
  },
];
