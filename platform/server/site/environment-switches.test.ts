import { describe, expect, it } from 'vitest';
import { environmentSwitches } from './environment-switches.ts';

describe('switches of the environment', () => {
  it('are refused by name when they say neither on nor off, or name nothing', () => {
    expect(environmentSwitches({ CLOCKFACE_EXTENSION_SCANNER: 'maybe' })).toContain(
      'CLOCKFACE_EXTENSION_SCANNER is maybe',
    );
    expect(environmentSwitches({ CLOCKFACE_MODE_: 'on' })).toContain('CLOCKFACE_MODE_ names');
    expect(environmentSwitches({ CLOCKFACE_MODE_9: 'on' })).toContain('names nothing');
  });

  it('are read by the id in upper case, and an empty one decides nothing', () => {
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
