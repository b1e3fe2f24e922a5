import type { ReactNode } from 'react';
import { Icon, Switch } from '#ui';
import { formatSettingValue, settingName } from '../../model/setting-text.ts';
import { extensionTexts } from '../../texts/extension-texts.ts';
import styles from './extensions.module.css';
import type { SwitchLine } from './switch-rows.ts';

const { origins, locks } = extensionTexts;

/** Returns the full value for the tooltip when the field truncates it. */
const fullText = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : formatSettingValue(value, '', Infinity);

/** Shows a switch with name, description, settings, and the source of each value. */
export function SwitchRow(props: {
  readonly line: SwitchLine;
  /** True while the switches of the organization are unknown or a change is running. */
  readonly disabled: boolean;
  onSwitch(): void;
}): ReactNode {
  const { line } = props;
  return (
    <li className={styles.row}>
      <div className={styles.switch}>
        <Switch
          label={extensionTexts.switchTo(line.title)}
          labelHidden
          checked={line.enabled}
          disabled={props.disabled}
          {...(line.locked === null ? {} : { locked: locks[line.locked] })}
          onChange={() => props.onSwitch()}
        />
      </div>
      <div className={styles.what}>
        <strong>{line.title}</strong>
        <span>{line.description}</span>
        {line.locked === null ? null : (
          <span className={styles.locked}>
            <Icon name="lock" size={14} />
            {locks[line.locked]}
          </span>
        )}
        {line.issue === null ? null : (
          <span className={styles.issue}>
            <Icon name="warning" size={16} />
            {extensionTexts.notStarted(line.issue)}
          </span>
        )}
      </div>
      <span className={styles.origin} data-origin={line.origin}>
        {origins[line.origin]}
      </span>
      {line.settingsSource === null ? null : (
        <p className={styles.settingsSource}>{line.settingsSource}</p>
      )}
      {line.settings.map((setting) => (
        <div key={setting.name} className={styles.setting}>
          <span className={styles.settingName}>{setting.title ?? settingName(setting.name)}</span>
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
