import type { Page } from 'playwright-core';

/** Creates a patient with the form, returns to the list, and waits for the row. */
export async function createPatient(page: Page, code: string, lastName: string): Promise<void> {
  await page.getByRole('button', { name: 'New patient' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel('First name').fill('Ismay');
  await form.getByRole('button', { name: 'Create patient' }).click();
  await page.getByRole('button', { name: 'Back to patients' }).click();
  await page.getByRole('row', { name: new RegExp(lastName) }).waitFor();
}

/** Returns a query value of the page's hash address, e.g. the id of the open scan. */
export function inAddress(page: Page, name: string): string {
  return new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get(name) ?? '';
}
