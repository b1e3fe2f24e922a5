import type { ReactNode } from 'react';
import { Icon, Switch } from '#ui';
import { formatSettingValue, readableName } from '../../model/setting-text.ts';
import { extensionTexts } from '../../texts/extension-texts.ts';
import styles from './extensions.module.css';
import type { SwitchRowData } from './switch-rows.ts';

const { origins, locks } = extensionTexts;

/** Returns the full value for the tooltip when the field truncates it. */
const fullText = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : formatSettingValue(value, '', Infinity);

/** Shows a switch with name, description, settings, and the source of each value. */
export function SwitchRow(props: {
  readonly row: SwitchRowData;
  /** True while the switches of the organization are unknown or a change is running. */
  readonly disabled: boolean;
  onSwitch(): void;
}): ReactNode {
  const { row } = props;
  return (
    <li className={styles.row}>
      <div className={styles.switch}>
        <Switch
          label={extensionTexts.switchTo(row.title)}
          labelHidden
          checked={row.enabled}
          disabled={props.disabled}
          {...(row.locked === null ? {} : { locked: locks[row.locked] })}
          onChange={() => props.onSwitch()}
        />
      </div>
      <div className={styles.what}>
        <strong>{row.title}</strong>
        <span>{row.description}</span>
        {row.placements.map(({ text, refused }) => (
          <span key={text} className={styles.placement} data-refused={refused}>
            <Icon name={refused ? 'lock' : 'extension'} size={14} />
            {text}
          </span>
        ))}
        {row.locked === null ? null : (
          <span className={styles.locked}>
            <Icon name="lock" size={14} />
            {locks[row.locked]}
          </span>
        )}
        {row.issue === null ? null : (
          <span className={styles.issue}>
            <Icon name="warning" size={16} />
            {extensionTexts.notStarted(row.issue)}
          </span>
        )}
      </div>
      <span className={styles.origin} data-origin={row.origin}>
        {origins[row.origin]}
      </span>
      {row.settingsSource === null ? null : (
        <p className={styles.settingsSource}>{row.settingsSource}</p>
      )}
      {row.settings.map((setting) => (
        <div key={setting.name} className={styles.setting}>
          <span className={styles.settingName}>{setting.title ?? readableName(setting.name)}</span>
          <span className={styles.value} title={fullText(setting.value)}>
            {formatSettingValue(setting.value, extensionTexts.notSet)}
            <Icon name="lock" size={14} />
          </span>
          <span className={styles.origin} data-origin={setting.origin}>
            {origins[setting.origin]}
          </span>
        </div>
      ))}
    </li>
  );
}
