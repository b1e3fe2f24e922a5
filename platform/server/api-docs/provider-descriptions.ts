/** Descriptions of the fields of finding providers in manifests. */
export const PROVIDER_FIELDS = {
  image: 'VOLUME, or FRAME for a model of one raw frame or imported image.',
  task: 'DETECTION or SEGMENTATION.',
  model: 'Name, version and weights of the model.',
  needsDynamicRange: 'True if the model needs the range of the grey levels in dB.',
  worker: 'Path of the module that runs in a worker of the browser; absent for other models.',
  server: 'Path of the module that runs on the server; absent for other models.',
  address: 'Address of a model on the site’s allow-list; absent for other models.',
  protocol: 'How the server calls the address: clockface or monai-label.',
  remoteModel: 'Name of the model at a MONAI Label server; absent for other models.',
  weights: 'Path of the weights inside the extension; absent for models without weights.',
} as const;
