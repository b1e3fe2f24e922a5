import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds against WCAG on the page as it stands: a line for each rule, with its elements. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Details of what is broken alone: those of what is right took most of the time.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // Without frames the page is read in one go; else in a page of its own, which takes the focus.
  if (page.frames().length === 1) builder.setLegacyMode();
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
