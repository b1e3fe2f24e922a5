/* global SwaggerUIBundle */

/** The search box looks at address, name, summary and features, not at the groups alone. */
const searchEverywhere = () => ({
  fn: {
    opsFilter(groups, phrase) {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = (call) => {
        const operation = call.get('operation');
        const text = [
          call.get('method'),
          call.get('path'),
          operation.get('operationId'),
          operation.get('summary'),
          ...(operation.get('x-features') ?? []),
        ];
        const all = text.join(' ').toLowerCase();
        return words.every((word) => all.includes(word));
      };
      return groups
        .map((group) => group.set('operations', group.get('operations').filter(fits)))
        .filter((group) => group.get('operations').size > 0);
    },
  },
});

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  // Nothing is sent elsewhere to be checked.
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
