/** Returns whether an item recommends a tissue diagnosis: those of categories 4 and 5, and biopsies of a site. */
export const isBiopsyCode = (code: string): boolean => /^BIRAD_[45]$|BIOPS/.test(code);
