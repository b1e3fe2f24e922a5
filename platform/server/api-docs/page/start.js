/* global SwaggerUIBundle */

/** Searches method, path, name, summary and features of each call, not only the group names. */
const searchEverywhere = () => ({
  fn: {
    opsFilter(groups, phrase) {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const matches = (call) => {
        const operation = call.get('operation');
        const text = [
          call.get('method'),
          call.get('path'),
          operation.get('operationId'),
          operation.get('summary'),
          ...(operation.get('x-features') ?? []),
        ];
        const searched = text.join(' ').toLowerCase();
        return words.every((word) => searched.includes(word));
      };
      return groups
        .map((group) => group.set('operations', group.get('operations').filter(matches)))
        .filter((group) => group.get('operations').size > 0);
    },
  },
});

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  // Disables the online validator, which would send the document to another host.
  validatorUrl: null,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  plugins: [searchEverywhere],
  presets: [SwaggerUIBundle.presets.apis],
});
