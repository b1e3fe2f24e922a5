import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Returns the WCAG violations that axe finds in the current page: one line per rule, with its
 * elements.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Collects details of violations only, because details of passed rules took most of the time.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // A page without frames is checked in legacy mode, because axe otherwise uses an extra page,
  // which takes the focus.
  if (page.frames().length === 1) builder.setLegacyMode();
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
