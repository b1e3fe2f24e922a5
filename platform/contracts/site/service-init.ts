/** Environment variable that passes an extension's service its permitted settings as JSON. */
export const SERVICE_INIT_ENV = 'CLOCKFACE_SERVICE_INIT';
