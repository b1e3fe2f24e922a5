/** Code of the preference that stores the saved views of scans. */
export const STATES_CODE = 'reading.client-states';
