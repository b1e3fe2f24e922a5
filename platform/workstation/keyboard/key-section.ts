import type { ModeDefinition } from '#contracts';
import { modeTexts } from '../texts/mode-texts.ts';

/** Returns the section in which a mode lists the shortcut of a tool or command. */
export function keySection(
  mode: Pick<ModeDefinition, 'title' | 'keySections'>,
  { kind, id }: { readonly kind: 'tool' | 'command'; readonly id: string },
): string {
  if (kind === 'tool') return modeTexts.tools;
  return mode.keySections.find(({ commands }) => commands.includes(id))?.title ?? mode.title;
}

/** Returns the sections of a mode in the order in which they are listed, tools first. */
export const sectionTitles = (
  mode: Pick<ModeDefinition, 'title' | 'keySections'>,
): readonly string[] => [
  modeTexts.tools,
  ...mode.keySections.map(({ title }) => title),
  mode.title,
];
