import type { ReactNode } from 'react';
import { acquisitionFilter, DEVICE_SETTING_DEFAULTS } from '#contracts';
import { formatNumber } from '#foundation';
import type { TableColumn } from '#ui';
import { cupText, type PresetRow } from '../../model/preset-form.ts';
import { presetTexts } from '../../texts/preset-texts.ts';
import page from '../shared/dashboard.module.css';

const { columns, use, options } = presetTexts;

type Field = 'frequency' | 'focus' | 'depth' | 'dynamicRange' | 'filterName';

const MHZ = 1_000_000;

const COLUMN_TEXTS: Readonly<Record<Field, (row: PresetRow) => string>> = {
  frequency: ({ values }) => `${formatNumber(values.frequency / MHZ)} MHz`,
  focus: ({ values }) => `${formatNumber(values.focus)} mm`,
  depth: ({ values }) => `${formatNumber(values.depth)} mm`,
  dynamicRange: ({ values }) => `${formatNumber(values.dynamicRange)} dB`,
  filterName: ({ values }) => acquisitionFilter.labels[values.filterName],
};

/** Columns of the presets table. */
export const PRESET_COLUMNS: readonly TableColumn<PresetRow>[] = [
  {
    id: 'cup',
    title: columns.cup,
    isRowHeader: true,
    width: 88,
    cell: ({ cupDepth }) => cupText(cupDepth),
  },
  {
    id: 'version',
    title: columns.version,
    width: 84,
    cell: ({ version }) => <span className={page.second}>{formatNumber(version)}</span>,
  },
  {
    id: 'use',
    title: columns.use,
    width: 220,
    cell: (row) => (
      <span className={row.use.startsWith('other') ? page.warning : page.second}>
        {use[row.use]}
      </span>
    ),
  },
  valueColumn('frequency', columns.frequency, 96),
  valueColumn('focus', columns.focus, 84),
  valueColumn('depth', columns.depth, 84),
  valueColumn('dynamicRange', columns.dynamicRange, 84),
  valueColumn('filterName', columns.filter, 104),
  { id: 'options', title: columns.options, minWidth: 200, cell: optionsText },
];

function valueColumn(field: Field, title: string, width: number): TableColumn<PresetRow> {
  return {
    id: field,
    title,
    width,
    cell: (row) => {
      const text = COLUMN_TEXTS[field](row);
      return row.values[field] === DEVICE_SETTING_DEFAULTS[field] ? (
        <span className={page.second}>{text}</span>
      ) : (
        <strong>{text}</strong>
      );
    },
  };
}

/** Lists the options that are on; 'no RF' if the raw signal is not stored. */
function optionsText({ values }: PresetRow): ReactNode {
  const { compound, doubler, acquisitionMode } = values;
  const isDefault =
    compound === DEVICE_SETTING_DEFAULTS.compound &&
    doubler === DEVICE_SETTING_DEFAULTS.doubler &&
    acquisitionMode === DEVICE_SETTING_DEFAULTS.acquisitionMode;
  const text = [
    compound ? options.compound : null,
    doubler ? options.doubler : null,
    acquisitionMode === 'RF' ? null : options.withoutRf,
  ]
    .filter((option) => option !== null)
    .join(', ');
  return isDefault ? <span className={page.second}>{text}</span> : <strong>{text || '—'}</strong>;
}
