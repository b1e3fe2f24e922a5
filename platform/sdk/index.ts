export { HOST_VERSION as SDK_VERSION } from '#contracts';
export * from '#core';
