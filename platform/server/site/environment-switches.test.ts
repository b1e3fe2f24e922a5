import { describe, expect, it } from 'vitest';
import { environmentSwitches } from './environment-switches.ts';

describe('environmentSwitches', () => {
  it('names a variable whose value is neither on nor off, or whose name contains no valid id', () => {
    expect(environmentSwitches({ CLOCKFACE_EXTENSION_SCANNER: 'maybe' })).toContain(
      'CLOCKFACE_EXTENSION_SCANNER is maybe',
    );
    expect(environmentSwitches({ CLOCKFACE_MODE_: 'on' })).toContain('CLOCKFACE_MODE_ does not');
    expect(environmentSwitches({ CLOCKFACE_MODE_9: 'on' })).toContain(
      'does not contain a valid extension or mode',
    );
  });

  it('reads ids in upper case and ignores empty values', () => {
    expect(
      environmentSwitches({
        CLOCKFACE_EXTENSION_CLOUD_SYNC: 'off',
        CLOCKFACE_EXTENSION_SCANNER: '',
        CLOCKFACE_MODE_READING: 'on',
        CLOCKFACE_DATA: '/srv',
      }),
    ).toEqual({ extensions: { 'cloud-sync': false }, modes: { reading: true } });
  });
});
