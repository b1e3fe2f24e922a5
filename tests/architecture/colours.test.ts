import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATOR_COLOURS } from '#contracts';
import { SYNC_COLOURS } from '../../extensions/admin/ui/shared/sync-colours.ts';
import { PLANE_COLOUR } from '../../extensions/breast-planes/ui/shared/plane-colours.ts';

const TOKENS = readFileSync('platform/ui/styles/tokens.css', 'utf8');
const PLANE_STYLES = readFileSync(
  'extensions/breast-planes/ui/shared/plane-viewport.module.css',
  'utf8',
);

/** Returns the value of a custom property, or of `var(--name)`, in upper case. */
function tokenColour(property: string): string | null {
  const name = property.replace(/^var\((.*)\)$/, '$1');
  return new RegExp(`${name}: (#[0-9a-f]{6});`).exec(TOKENS)?.[1]?.toUpperCase() ?? null;
}

describe('the colours of the specification', () => {
  it.each([
    ['USER', '--finding-user', '#F2C94C'],
    ['AI', '--finding-ai', '#9B51E0'],
    ['AIAD', '--finding-aiad', '#FF5733'],
  ] as const)('are those of findings by %s, stored and shown', (generator, property, colour) => {
    expect([GENERATOR_COLOURS[generator], tokenColour(property)]).toEqual([colour, colour]);
  });

  it.each([
    ['COR', '#2F80ED'],
    ['TRA', '#7ED321'],
    ['SAG', '#FF4B24'],
    ['RAD', '#7ED321'],
  ] as const)('are those of reference lines to the %s plane', (plane, colour) => {
    const property = PLANE_COLOUR[plane];
    expect(tokenColour(property)).toBe(colour);
    expect(PLANE_STYLES).toContain(`--plane: ${property};`);
  });

  it.each([
    ['CANCELLED', '#F2C94C'],
    ['STOPPING', '#F2C94C'],
    ['FAILED', '#FF4B24'],
    ['DONE', '#00C7B0'],
  ] as const)('are those of the sync badge with the status %s', (status, colour) => {
    expect(tokenColour(SYNC_COLOURS[status])).toBe(colour);
  });
});
