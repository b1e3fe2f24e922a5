/** The preference that holds how scans were left. */
export const STATES_CODE = 'reading.client-states';
