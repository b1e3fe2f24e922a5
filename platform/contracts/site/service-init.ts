/** The environment variable that carries to a service of an extension, as JSON, what it may know. */
export const SERVICE_INIT_ENV = 'CLOCKFACE_SERVICE_INIT';
